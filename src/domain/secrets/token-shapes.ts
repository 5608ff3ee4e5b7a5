/**
 * Shapes of issued credentials: their prefix names the vendor. A match cannot start inside a run of key characters, so that a long run is
 * read once and no text is slow. Borders are ASCII look-arounds: \b does not see the edge between a key and a Chinese character.
 */
export interface TokenShape {
  readonly kind: string;
  readonly pattern: RegExp;
  /** A readable word may have the prefix, too (`sk-learn-…`): then what follows must hold a digit. */
  readonly digit_needed?: true;
}

const shape = (kind: string, body: string, digit_needed?: true): TokenShape => ({
  kind,
  pattern: new RegExp(`(?<![A-Za-z0-9_-])(?:${body})(?![A-Za-z0-9])`, 'g'),
  ...(digit_needed === undefined ? {} : { digit_needed }),
});

export const TOKEN_SHAPES: readonly TokenShape[] = [
  shape('jwt', 'eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]{0,})?'),
  shape('anthropic_key', 'sk-ant-[A-Za-z0-9_-]{16,}'),
  shape('openrouter_key', 'sk-or-[A-Za-z0-9_-]{16,}'),
  shape('openai_key', 'sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{16,}', true),
  shape('aws_access_key', '(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ANVA|AIPA|ABIA|ACCA)[A-Z0-9]{16}'),
  shape('github_token', 'gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}'),
  shape('gitlab_token', 'gl(?:pat|dt|ptt|rt|cbt|ft|soat|agent|imt)-[A-Za-z0-9_.-]{16,}'),
  shape('slack_token', 'xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}', true),
  shape('stripe_key', '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,}'),
  shape('google_key', 'AIza[A-Za-z0-9_-]{30,}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29\\.[A-Za-z0-9_-]{20,}'),
  shape('npm_token', 'npm_[A-Za-z0-9]{30,}'),
  shape('pypi_token', 'pypi-[A-Za-z0-9_-]{32,}'),
  shape('huggingface_token', 'hf_[A-Za-z0-9]{30,}'),
  shape('sendgrid_key', 'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}'),
  shape('telegram_token', '[0-9]{8,10}:[A-Za-z0-9_-]{35}'),
  shape('discord_token', '[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}'),
  shape('hindsight_key', 'hs_[A-Za-z0-9_.-]{20,}', true),
  shape('mailgun_key', 'key-[0-9a-f]{32}'),
  shape('twilio_key', 'SK[0-9a-f]{32}'),
  shape('digitalocean_token', 'do[opr]_v1_[0-9a-f]{64}'),
  shape('databricks_token', 'dapi[0-9a-f]{32}'),
  shape('shopify_token', 'shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32}'),
  shape('aliyun_key', 'LTAI[A-Za-z0-9]{12,24}', true),
  shape('tencent_key', 'AKID[A-Za-z0-9]{32}'),
  shape('groq_key', 'gsk_[A-Za-z0-9]{20,}'),
  shape('xai_key', 'xai-[A-Za-z0-9]{20,}', true),
  shape('notion_token', 'ntn_[A-Za-z0-9]{20,}|secret_[A-Za-z0-9]{40,}'),
  shape('linear_key', 'lin_api_[A-Za-z0-9]{20,}'),
  shape('neon_key', 'napi_[A-Za-z0-9]{20,}'),
  shape('age_key', 'AGE-SECRET-KEY-1[A-Z0-9]{50,}'),
  shape('slack_webhook', 'https://hooks\\.slack\\.com/(?:services|workflows)/[A-Za-z0-9/_-]{10,}'),
];
