/** One thing to be summarised; the ports' request has the same shape. In time order. */
export interface SummarySource {
  readonly content: string;
  readonly role?: string;
  readonly importance: number;
}
