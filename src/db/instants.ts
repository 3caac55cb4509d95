/**
 * An instant as ISO 8601 in UTC with milliseconds, from PostgreSQL's text of it, such as "2026-11-21 06:00:00.5+00". Each row
 * of most lists has several: a text in UTC is cut to size, in a fraction of the time that a Date takes.
 */
export function instantOf(text: string): string {
  if (!text.endsWith('+00') || text[10] !== ' ') return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}
