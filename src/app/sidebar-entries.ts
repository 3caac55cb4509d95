/** The eight entries of spec 2, in order. */
export const entries = [
  ['home', '/'],
  ['services', '/services'],
  ['sales', '/sales'],
  ['staff', '/staff'],
  ['finance', '/finance'],
  ['challenges', '/challenges'],
  ['rankings', '/rankings'],
  ['setup', '/setup'],
] as const
