/** Events out of the core: ids, sizes and times only, never stored text, queries or credentials. */
export type ObservedEvent =
  | {
      readonly event: 'request';
      readonly request_id: string;
      readonly verb: string;
      readonly namespace_hash: string;
      readonly duration_ms: number;
      readonly outcome: string;
    }
  | {
      readonly event: 'degraded';
      readonly store: string;
      readonly verb: string;
      /** Where no line of a request stands beside it: work that goes on after the reply. */
      readonly namespace_hash?: string;
      readonly cause: string;
    }
  | { readonly event: 'repaired'; readonly store: string; readonly count: number }
  | { readonly event: 'swept'; readonly expired: number; readonly purged: number }
  | {
      readonly event: 'unexpected';
      readonly request_id: string;
      /** Both for work that goes on after the reply. */
      readonly verb?: string;
      readonly namespace_hash?: string;
      readonly cause: string;
    };

export interface Observer {
  observe(event: ObservedEvent): void;
}
