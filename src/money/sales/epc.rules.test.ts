import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { epcText } from './epc.rules.ts'

const transfer = {
  name: 'Ballspielverein Köln',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  amount: 12_345,
  reference: 'S2027-00042',
}

test('a transfer is eleven lines in the order of the standard, with a point and two decimals', () => {
  expect(epcText(transfer)).toBe('BCD\n002\n1\nSCT\nCOBADEFFXXX\nBallspielverein Köln\nDE89370400440532013000\nEUR123.45\n\n\nS2027-00042')
  expect(
    epcText({ ...transfer, bic: '', amount: 5 })
      ?.split('\n')
      .slice(4, 8),
  ).toEqual(['', 'Ballspielverein Köln', transfer.iban, 'EUR0.05'])
  // Nothing follows the last line with content.
  expect(epcText({ ...transfer, reference: '' })?.endsWith('EUR123.45')).toBe(true)
  expect(epcText({ ...transfer, name: 'Club\n of\r\nBonn' })?.split('\n')[5]).toBe('Club of Bonn')
})

test.each([
  [{ amount: 0 }, false],
  [{ amount: 1 }, true],
  [{ amount: 99_999_999_999 }, true],
  [{ amount: 100_000_000_000 }, false],
  [{ name: '' }, false],
  [{ name: 'x'.repeat(70) }, true],
  [{ name: 'x'.repeat(71) }, false],
  [{ iban: 'DE89370400440532013001' }, false],
  [{ iban: '12345678' }, false],
  [{ reference: 'r'.repeat(140) }, true],
  [{ reference: 'r'.repeat(141) }, false],
  // 70 characters of three bytes and 140 more are beyond 331 bytes.
  [{ name: '体'.repeat(70), reference: 'r'.repeat(140) }, false],
])('%o is allowed: %s', (more, is) => expect(epcText({ ...transfer, ...more }) !== null).toBe(is))

test('the longest code fits into version 13 at error level M', () => {
  const text = epcText({ ...transfer, name: 'é'.repeat(70), reference: 'r'.repeat(129) })
  const bytes = new TextEncoder().encode(text ?? '').length
  expect(bytes).toBe(331)
  expect(epcText({ ...transfer, name: 'é'.repeat(70), reference: 'r'.repeat(130) })).toBeNull()
  const { version } = encode(text ?? '', { ecc: 'M' })
  expect(version).toBeLessThanOrEqual(13)
})
