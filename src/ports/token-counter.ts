/** One token count for budgets, contexts and stats. */
export interface TokenCounter {
  readonly id: string;
  count(text: string): number;
}
