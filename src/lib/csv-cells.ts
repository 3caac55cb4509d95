/** A share of a whole, as in every file: 0.0825 for 8.25 %; empty where there is no whole. */
export const shareCell = (part: number | null): number | '' => (part === null ? '' : Math.round(part * 10_000) / 10_000)

/** Country codes (ITU-T E.164): one digit, two, and three for all others. */
const dialled = /^(\+|00)(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)(\d+)$/

/** A phone number for a file: with a space, since a spreadsheet turns digits alone into a number and drops the leading plus or zero. */
export const phoneCell = (phone: string): string => phone.replace(dialled, '$1$2 $3').replace(/^(0\d\d)(\d+)$/, '$1 $2')
