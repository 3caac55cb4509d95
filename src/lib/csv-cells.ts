/** A part of a whole as every file has it: 0.0825 for 8.25 %; nothing where there is no whole. */
export const shareCell = (part: number | null): number | '' => (part === null ? '' : Math.round(part * 10_000) / 10_000)

/** The codes of countries begin so (ITU-T E.164): one digit, two, and three for all others. */
const dialled = /^(\+|00)(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)(\d+)$/

/** A phone number as a file has it: with a space, since a spreadsheet makes a number of digits alone and drops the plus or the zero before them. */
export const phoneCell = (phone: string): string => phone.replace(dialled, '$1$2 $3').replace(/^(0\d\d)(\d+)$/, '$1 $2')
