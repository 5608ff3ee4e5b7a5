/** The words of the consent pages, for the person who lets a client in. */
import type { Scope } from '../../domain/access/api-key.ts';

export interface Words {
  readonly language: string;
  readonly title: (client: string) => string;
  readonly publishedBy: (domain: string) => string;
  readonly unverified: string;
  readonly sentTo: (host: string) => string;
  readonly loopback: string;
  readonly proveYourself: string;
  readonly key: string;
  readonly next: string;
  readonly wrongKey: string;
  readonly noScope: string;
  readonly namespace: (name: string) => string;
  readonly scopes: Readonly<Record<Scope, string>>;
  readonly ends: string;
  readonly allow: string;
  readonly deny: string;
  readonly failed: string;
  readonly startAgain: string;
}

const ENGLISH: Words = {
  language: 'en',
  title: (client) => `Let ${client} use a memory?`,
  publishedBy: (domain) => `Published by ${domain}.`,
  unverified: 'This client registered itself; nobody has checked its name.',
  sentTo: (host) => `Access will be sent to ${host}.`,
  loopback: 'That is a program on this computer. Go on only if you have just started to sign in from it.',
  proveYourself: 'To show that the memory is yours, enter a Hindsight key of its namespace. The client never sees the key.',
  key: 'Hindsight key',
  next: 'Continue',
  wrongKey: 'This key is not valid. Enter a current one, as it was shown when it was created (hs_…).',
  noScope: 'This key has none of the rights that the client asks for. Use another key.',
  namespace: (name) => `It would reach the namespace ${name} and everything under it, and may:`,
  scopes: {
    'memory:read': 'search and read memories',
    'memory:write': 'add, change and forget memories',
    'memory:admin': 'manage keys and erase the namespace',
  },
  ends: 'This ends when the key that you entered is revoked or expires.',
  allow: 'Allow',
  deny: 'Deny',
  failed: 'This sign-in cannot go on',
  startAgain: 'Start again from the client.',
};

const CHINESE: Words = {
  language: 'zh',
  title: (client) => `允许 ${client} 使用记忆？`,
  publishedBy: (domain) => `由 ${domain} 发布。`,
  unverified: '此客户端自行注册，名称未经核实。',
  sentTo: (host) => `访问权限将发送到 ${host}。`,
  loopback: '这是本机上的一个程序。仅当您刚刚从该程序开始登录时才继续。',
  proveYourself: '请输入该命名空间的 Hindsight 密钥，以证明这份记忆属于您。客户端看不到密钥。',
  key: 'Hindsight 密钥',
  next: '继续',
  wrongKey: '密钥无效。请输入创建时显示的有效密钥（hs_…）。',
  noScope: '此密钥没有客户端所请求的任何权限。请换一个密钥。',
  namespace: (name) => `它将可以访问命名空间 ${name} 及其下的一切，并可以：`,
  scopes: {
    'memory:read': '搜索和读取记忆',
    'memory:write': '添加、修改和遗忘记忆',
    'memory:admin': '管理密钥并清除命名空间',
  },
  ends: '您所输入的密钥被撤销或过期时，此授权随之结束。',
  allow: '允许',
  deny: '拒绝',
  failed: '无法继续登录',
  startAgain: '请从客户端重新开始。',
};

/** By the browser's first language. */
export const wordsFor = (request: Request): Words => (/^\s*zh\b/i.test(request.headers.get('accept-language') ?? '') ? CHINESE : ENGLISH);
