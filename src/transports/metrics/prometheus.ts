/** The Prometheus text format, version 0.0.4. */
export type Labels = Readonly<Record<string, string | number>>;
export interface Sample {
  readonly suffix?: '_bucket' | '_sum' | '_count';
  readonly labels?: Labels;
  readonly value: number;
}
export interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** One line, for people. */
  readonly help: string;
  readonly samples: readonly Sample[];
}

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };
const escaped = (value: string | number): string => String(value).replaceAll(/[\\"\n]/g, (character) => ESCAPES[character] ?? '');

function labelsOf(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

export const prometheusText = (families: readonly Family[]): string =>
  families
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelsOf(labels)} ${value}`),
      '',
    ])
    .join('\n');
