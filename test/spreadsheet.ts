/** How spreadsheets (Excel, LibreOffice, Google Sheets) misread a cell of a file, and what is lost. */
const taken: [what: string, cell: RegExp][] = [
  ['a formula', /^[=@\t\r\n]|^[+-](?!\d+(?:\.\d+)?$|\d[\d ]*$)/],
  ['a number without its plus or first zeros', /^(?:\+\d+|-?0\d+)(?:\.\d+)?$/],
  ['a number of more digits than it keeps', /^-?(?=(?:\.?\d){16})\d+(?:\.\d+)?$/],
  ['a number of thousands', /^[-+]?\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+$(?<!\.\d{3}$)/],
  ['a power of ten', /^[-+]?\d+(?:\.\d+)?e[-+]?\d+$/i],
  ['a percentage', /^[-+]?\d+(?:\.\d+)? ?%$/],
  ['an amount in its own currency', /^-?[$£€] ?\d/],
  ['a fraction or a day', /^\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{1,4})?$(?<!^\d+\.\d+$)/],
  ['a day by its month’s name', /^(?:\d{1,2}[ -])?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ -]\d{1,4}$/i],
  ['a time of day by halves', /^\d{1,2}(?::\d\d){0,2} ?[ap]m?$/i],
  ['a duration', /^\d{3,}:\d\d$|^\d+:\d\d:\d\d$/],
  ['yes or no', /^(?:true|false)$/i],
]

/** Values that programs would have to split, although people read them without trouble. */
const mixed: [what: string, cell: RegExp][] = [
  ['two numbers in one cell', /^\d[\d.]* ?\/ ?\d/],
  ['two days in one cell', /\d{4}-\d\d-\d\d.+\d{4}-\d\d-\d\d/],
  ['two times in one cell', /\d\d:\d\d ?[–-] ?\d\d:\d\d/],
  ['an instant that is not local', /T\d\d:\d\d:\d\d(?:\.\d+)?Z$/],
  ['a mark of direction', /[\u200e\u200f\u2066-\u2069]/],
  ['a number made a text', /^'[-+]?\d/],
]

/** What is wrong with a cell once a spreadsheet has read it; null if its meaning is preserved. */
export function lostBySpreadsheet(cell: string): string | null {
  return [...taken, ...mixed].find(([, pattern]) => pattern.test(cell))?.[0] ?? null
}
