/** Where two tellings of one amount differ; `id` names the bill, the paper that was posted, or the series. */
export type Discrepancy = { kind: string; id: string; expected: number; found: number }
