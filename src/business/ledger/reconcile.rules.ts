/** Two sources of one amount that differ; `id` names the bill, the posted document, or the series. */
export type Discrepancy = { kind: string; id: string; expected: number; found: number }
