import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksSecret, maskSecrets } from '../../../src/domain/secrets/mask-secrets.ts';
import { GROWTH_MAX, GROWTH_TEST_MS, growthOf } from '../../support/growth.ts';

/** Made up, and put together here, so that no scanner of repositories takes them for leaks. */
const run = (length: number): string => 'a1B2c3D4e5F6g7H8i9J0'.repeat(Math.ceil(length / 20)).slice(0, length);
const hex = (length: number): string => '0a1b2c3d4e5f6789'.repeat(Math.ceil(length / 16)).slice(0, length);
const TOKENS: readonly (readonly [string, string])[] = [
  ['aws_access_key', `AK${'IA'}IOSFODNN7EXAMPLE`],
  ['openai_key', `sk-${'proj'}-${run(40)}`],
  ['openai_key', `sk-${run(48)}`],
  ['anthropic_key', `sk-${'ant'}-api03-${run(40)}`],
  ['github_token', `gh${'p_'}${run(36)}`],
  ['github_token', `github_${'pat_'}${run(22)}_${run(40)}`],
  ['gitlab_token', `gl${'pat'}-${run(20)}`],
  ['slack_token', `xo${'xb'}-123456789012-${run(24)}`],
  ['stripe_key', `sk_${'live'}_${run(24)}`],
  ['stripe_key', `rk_${'live'}_${run(24)}`],
  ['google_key', `AI${'za'}${run(35)}`],
  ['npm_token', `np${'m_'}${run(36)}`],
  ['huggingface_token', `h${'f_'}${run(34)}`],
  ['sendgrid_key', `S${'G.'}${run(22)}.${run(43)}`],
  ['telegram_token', `123456789:AA${run(33)}`],
  ['hindsight_key', `h${'s_'}k1_${run(43)}`],
  ['jwt', `ey${'J'}hbGciOiJIUzI1NiJ9.ey${'J'}zdWIiOiIxMjM0In0.${run(43)}`],
  ['twilio_key', `S${'K'}${hex(32)}`],
  ['digitalocean_token', `do${'p_'}v1_${hex(64)}`],
  ['aliyun_key', `LT${'AI'}${run(20)}`],
];
const CARDS = [
  '4111 1111 1111 1111',
  '4111111111111111',
  '5555-5555-5555-4444',
  '3782 822463 10005',
  '6011111111111117',
  '6222 0212 3456 7890 12',
];

describe('maskSecrets', () => {
  it.each(TOKENS)('masks %s, in a sentence, next to Chinese, and when very long', (kind, token) => {
    expect(maskSecrets(`use ${token} now`)).toEqual({ text: `use [REDACTED:${kind}] now`, kinds: [kind] });
    expect(maskSecrets(`密钥${token}已泄露`)).toEqual({ text: `密钥[REDACTED:${kind}]已泄露`, kinds: [kind] });
    expect(maskSecrets(`（${token}）`).kinds).toEqual([kind]);
  });
  it('leaves no tail of an overlong token', () => {
    expect(maskSecrets(`sk-${run(5_000)}`).text).toBe('[REDACTED:openai_key]');
    expect(maskSecrets(`password=${run(5_000)}`).text).toBe('password=[REDACTED:password]');
  });

  it.each(CARDS.filter((card) => !card.startsWith('6222')))('masks the card %s', (card) => {
    expect(maskSecrets(`卡号${card}。`)).toEqual({ text: '卡号[REDACTED:card_number]。', kinds: ['card_number'] });
    expect(maskSecrets(`card ${card.slice(0, -1)}${(Number(card.at(-1)) + 1) % 10}`).kinds).toEqual([]);
  });

  it.each([
    ['password: x', 'password: [REDACTED:password]'],
    ['Password = "correct-horse" ok', 'Password = "[REDACTED:password]" ok'],
    ['{"password": "hunter2", "user": "ann"}', '{"password": "[REDACTED:password]", "user": "ann"}'],
    ['DB_PASSWORD=hunter2', 'DB_PASSWORD=[REDACTED:password]'],
    ['my password is swordfish, ok', 'my password is [REDACTED:password], ok'],
    ['login --password hunter22', 'login --password [REDACTED:password]'],
    ['changed the password to Xyz12345', 'changed the password to [REDACTED:password]'],
    ['The old password was Winter2023!', 'The old password was [REDACTED:password]'],
    ['api_key=abcdef', 'api_key=[REDACTED:secret]'],
    ['API key: abcdef123456', 'API key: [REDACTED:secret]'],
    ['token: abc123def456', 'token: [REDACTED:token]'],
    ['client secret is Zx81kLmN', 'client secret is [REDACTED:secret]'],
    ['密码是x', '密码是[REDACTED:password]'],
    ['口令：x', '口令：[REDACTED:password]'],
    ['密码：abc123，别忘了', '密码：[REDACTED:password]，别忘了'],
    ['密码是abc123别忘了', '密码是[REDACTED:password]别忘了'],
    ['WiFi密码12345678', 'WiFi密码[REDACTED:password]'],
    ['密码改成了Abc12345', '密码改成了[REDACTED:password]'],
    ['登录密码为：Qwerty!23', '登录密码为：[REDACTED:password]'],
    ['口令：芝麻开门', '口令：[REDACTED:password]'],
    ['密碼：hunter2', '密碼：[REDACTED:password]'],
    ['令牌：abc123', '令牌：[REDACTED:token]'],
    ['パスワードはhunter2です', 'パスワードは[REDACTED:password]です'],
    ['비밀번호: hunter2', '비밀번호: [REDACTED:password]'],
    ['user: ann pass: hunter2', 'user: ann pass: [REDACTED:password]'],
    ['The password for staging is hunter2', 'The password for staging is [REDACTED:password]'],
    ['password for the db: hunter2', 'password for the db: [REDACTED:password]'],
    ['密码（测试环境）：abc123', '密码（测试环境）：[REDACTED:password]'],
    ['密码就是abc123', '密码就是[REDACTED:password]'],
    ['password是hunter2', 'password是[REDACTED:password]'],
    ['token是abcdef123456', 'token是[REDACTED:token]'],
    ['密码：\nabc123', '密码：\n[REDACTED:password]'],
    ['Passwort: geheim1', 'Passwort: [REDACTED:password]'],
    ['пароль: qwerty1', 'пароль: [REDACTED:password]'],
    ['curl -u ann:hunter2 https://x.org', 'curl -u ann:[REDACTED:password] https://x.org'],
    ['passphrase: blue horse battery staple', 'passphrase: [REDACTED:pass_phrase]'],
    ['验证码是 482913', '验证码是 [REDACTED:pin]'],
    ['PIN is 4821', 'PIN is [REDACTED:pin]'],
    ['postgres://app:pa55@db:5432/x', 'postgres://app:[REDACTED:url_password]@db:5432/x'],
    ['redis://:pa55@cache', 'redis://:[REDACTED:url_password]@cache'],
    ['postgres://app:p@ss@db/x', 'postgres://app:[REDACTED:url_password]@db/x'],
    [`Authorization: Bearer ${run(24)}`, 'Authorization: Bearer [REDACTED:bearer_token]'],
    [`aws_secret_access_key = ${run(40)}`, 'aws_secret_access_key = [REDACTED:aws_secret_key]'],
    [`-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIE\n-----END RSA ${'PRIVATE'} KEY----- and more`, '[REDACTED:private_key] and more'],
    [`key:\n-----BEGIN ${'PRIVATE'} KEY-----\nMIIE never ends`, 'key:\n[REDACTED:private_key]'],
  ])('masks %s', (text, expected) => {
    expect(maskSecrets(text).text).toBe(expected);
    expect(maskSecrets(text).kinds).toHaveLength(1);
  });

  it.each([
    'The password was rotated on 3 May.',
    'The staging database password was rotated on 3 May.',
    'The password is required',
    'The password is 8 characters long',
    'password policy: 12 characters',
    'password: stored in the vault',
    'password reset link sent',
    'password SHA256 hashing',
    'passwords are hashed with argon2id',
    'The token budget is 2000',
    'token count: 5000',
    'token: the smallest unit',
    'The secret is out, secret santa is on 12/24',
    'bearer of good news everyone',
    'scikit sk-learn-contrib-something-long',
    'password is case-sensitive',
    'password: min 8 chars',
    'the pwd is /home/ann',
    'password:\nNext steps follow',
    'passphrase: stored in the vault',
    'the passphrase is stored in the vault behind the door',
    'docker run -u 1000:1000 x',
    'Pass the word to Bob: meet at 5',
    'pass: 12 fail: 3',
    'PIN code 518000',
    '密码上个月换过',
    '密码学课程在周三',
    '口令红包',
    '密码是上个月换的',
    '密码2024年换过',
    '密码8位以上',
    '密码：见保险箱',
    '他忘了密码，请重置',
    'Call +86 138 0013 8000 or 415-555-2671',
    '电话13800138000',
    'id 550e8400-e29b-41d4-a716-446655440000',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'at 1700000000000 ms',
    'order 1234567890123456',
    '身份证110101199003078515',
    'scores 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    'see https://example.com:8080/a@b and user@example.com',
    'user.seat_preference',
    'v1.2.3 on port 5432, 12,000 dollars, 3.14159265358979',
    'git@github.com:owner/name.git',
  ])('leaves %s', (text) => {
    expect(maskSecrets(text)).toEqual({ text, kinds: [] });
  });

  it('masks what is written in full width, and leaves full width alone where there is no secret', () => {
    expect(maskSecrets('ｐａｓｓｗｏｒｄ：ｈｕｎｔｅｒ２，记住').text).toBe('password：[REDACTED:password]，记住');
    expect(maskSecrets('用户的手机是ＩＰＨＯＮＥ１５，很新')).toEqual({ text: '用户的手机是ＩＰＨＯＮＥ１５，很新', kinds: [] });
  });

  it('masks several, names each kind once', () => {
    const { text, kinds } = maskSecrets('password: a1, password: b2, api_key=c3');
    expect(text).toBe('password: [REDACTED:password], password: [REDACTED:password], api_key=[REDACTED:secret]');
    expect(kinds).toEqual(['password', 'secret']);
  });

  const fragment = fc.constantFrom(
    ...TOKENS.map(([, token]) => token),
    ...CARDS,
    'password',
    'password: ',
    'token=',
    '密码',
    '是',
    '：',
    ': ',
    ' is ',
    'secret',
    'Bearer ',
    'postgres://',
    'u:',
    '@',
    '"',
    "'",
    ' ',
    '\n',
    '，',
    'x',
    '1',
    'Abc12345',
    '[REDACTED:',
    'password]',
    '[REDACTED:password]',
    'sk-',
    'eyJ',
    '.',
    '-',
    '_',
    '4111',
    `-----BEGIN ${'PRIVATE'} KEY-----`,
    `-----END ${'PRIVATE'} KEY-----`,
    'PIN is ',
    ' for ',
    '-u ',
    'passphrase',
    'blue horse ',
    '就是',
    '（',
    '）',
    '->',
    '口令',
  );
  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 14 }), (parts) => {
        const once = maskSecrets(parts.join(''));
        expect(maskSecrets(once.text)).toEqual({ text: once.text, kinds: [] });
      }),
      { numRuns: 2_000 },
    );
  });
  it('takes linear time', { timeout: GROWTH_TEST_MS }, () => {
    const units = [
      'password ',
      'password=',
      'a',
      'a://a:',
      '1 ',
      '111 ',
      '4111-',
      'sk-',
      '-sk-',
      'eyJaaaaaaaa',
      'eyJaaaaaaaa.',
      '-eyJ',
      'secret',
      'secret ',
      '密码',
      '密码是',
      `-----BEGIN ${'PRIVATE'} KEY-----`,
      'SG.',
      'SG.aaaaaaaaaaaaaaaaaaaa.',
      '123456789:',
      'hs_',
      'a@',
      '@a',
      'Bearer ',
      'x://a:@',
      'xoxb-',
      'pwd is ',
      'PIN ',
      '"',
    ];
    for (const unit of units)
      expect(
        growthOf((characters) => maskSecrets(unit.repeat(characters / unit.length)), 8_192),
        unit,
      ).toBeLessThan(GROWTH_MAX);
  });
  it('takes linear time for any repeated pieces', { timeout: GROWTH_TEST_MS }, () => {
    fc.assert(
      fc.property(fc.array(fragment, { minLength: 1, maxLength: 4 }), (parts) => {
        const unit = parts.join('');
        expect(growthOf((characters) => maskSecrets(unit.repeat(Math.ceil(characters / unit.length))), 4_000)).toBeLessThan(GROWTH_MAX);
      }),
      { numRuns: 60 },
    );
  });
});

describe('looksSecret', () => {
  it('names the kind in a key or tag', () => {
    expect(looksSecret(`gh${'p_'}${run(36)}`)).toBe('github_token');
  });
  it.each(['user.password', 'api_key', '密码', 'token', 'deploy:prod'])('lets %s be a name', (text) => {
    expect(looksSecret(text)).toBeNull();
  });
});
