/** A tool that is one verb: read the arguments, call, present. The shared readers make REST and MCP read alike. */
import type { Command, Reply, Verb } from '../../application/service.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok, type Result } from '../../domain/result.ts';
import { withIgnored } from '../shared/present.ts';
import type { Read } from '../shared/read-fields.ts';
import { whileReporting } from './progress.ts';
import type { Exchange, ToolDefinition } from './surface.ts';

export interface VerbTool<V extends Verb> extends Omit<ToolDefinition, 'call'> {
  readonly verb: V;
  readonly read: (given: unknown) => Result<Read<Command<V>>, Failure>;
  readonly present: (reply: Reply<V>) => object;
  /** Said with each progress report. */
  readonly working?: string;
}

export function verbTool<V extends Verb>({ verb, read, present, working, ...definition }: VerbTool<V>): ToolDefinition {
  return {
    ...definition,
    async call(given, exchange: Exchange) {
      const command = read(given);
      if (!command.ok) return command;
      const { value, ignored } = command.value;
      exchange.signal.throwIfAborted();
      const outcome = await whileReporting(exchange, working ?? definition.title, () =>
        exchange.service.execute(verb, exchange.caller, value),
      );
      return outcome.ok ? ok({ structured: withIgnored({ ...present(outcome.value) }, ignored) }) : outcome;
    },
  };
}
