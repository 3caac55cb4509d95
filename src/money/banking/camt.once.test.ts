import { expect, test } from 'vitest'
import { readBankFile } from './bank-file.rules.ts'
import { dinars, euros } from './bank-files.sample.ts'
import type { BankFileOptions } from './bank-layout.rules.ts'

const balance = (code: string, amount: string, sign = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2026-11-27</Dt></Dt></Bal>`

/** A file with these entries. @param version the last figures of the message's name */
const file = (entries: string, { version = '02', balances = '', more = '' } = {}) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>1</Id><CreDtTm>2026-11-27T20:00:00</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${balances}
${entries}</Stmt>${more}</BkToCstmrStmt></Document>`

type EntryParts = { amount?: string; sign?: string; status?: string; day?: string; details?: string; more?: string }
const entry = ({ amount = '60.00', sign = 'CRDT', status = 'BOOK', day = '<Dt>2026-11-27</Dt>', details = '', more = '' }: EntryParts) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${more}<Sts>${status}</Sts><BookgDt>${day}</BookgDt>` +
  `<AcctSvcrRef>B-7</AcctSvcrRef>${details && `<NtryDtls>${details}</NtryDtls>`}</Ntry>`

function read(text: string, options: BankFileOptions = euros) {
  const found = readBankFile(new TextEncoder().encode(text), options)
  return 'fault' in found ? found : found.statement
}

const payment = `<TxDtls><Refs><EndToEndId>E2E-1</EndToEndId></Refs><RltdPties><Dbtr><Nm>Jörg Müller</Nm></Dbtr><Cdtr><Nm>Academy</Nm></Cdtr></RltdPties>
<RmtInf><Ustrd>Beitrag</Ustrd><Ustrd>S2026-00042</Ustrd></RmtInf></TxDtls>`

test('version 2: party, references and remittance of a payment, and balances', () => {
  const balances = balance('OPBD', '10.00', 'DBIT') + balance('CLBD', '50.00')
  expect(read(file(entry({ details: payment }), { balances }))).toEqual({
    account: 'DE89370400440532013000',
    currency: 'EUR',
    openingBalance: -1000,
    closingBalance: 5000,
    isChained: true,
    skipped: 0,
    lines: [
      {
        line: 1,
        day: '2026-11-27',
        amount: 6000,
        balance: null,
        name: 'Jörg Müller',
        text: 'Beitrag S2026-00042',
        reference: 'E2E-1',
        bankId: 'B-7',
      },
    ],
  })
  expect(read(file(entry({}), { balances: balance('OPBD', '10.00') + balance('CLBD', '50.00') }))).toMatchObject({ isChained: false })
})

test('version 13: states and parties one level deeper, structured references, a creditor for money out, prefixes of namespaces', () => {
  const details = `<TxDtls><Refs><AcctSvcrRef>T-1</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
    <RltdPties><Dbtr><Pty><Nm>Academy</Nm></Pty></Dbtr><Cdtr><Pty><Nm>Hallen &amp; Co</Nm></Pty></Cdtr></RltdPties>
    <RmtInf><Strd><RfrdDocInf><Nb>R-9</Nb></RfrdDocInf><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`
  const parts = { sign: 'DBIT', status: '<Cd>BOOK</Cd>', day: '<DtTm>2026-11-26T23:30:00+01:00</DtTm>', details }
  const text = file(entry({ ...parts, more: '<RvslInd>true</RvslInd>' }), { version: '13' })
  const prefixed = text.replaceAll(/<(\/?)(\w)/g, '<$1ns2:$2').replace('xmlns=', 'xmlns:ns2=')
  for (const one of [text, prefixed])
    expect(read(one)).toMatchObject({
      lines: [{ day: '2026-11-26', amount: -6000, name: 'Hallen & Co', text: '', reference: 'RF18539007547034 R-9', bankId: 'T-1' }],
    })
})

test('only what is booked is read', () => {
  const entries = ['BOOK', 'PDNG', '<Cd>INFO</Cd>', '<Cd>BOOK</Cd>'].map((status) => entry({ status })).join('') + entry({ amount: '0.00' })
  expect(read(file(entries))).toMatchObject({ skipped: 2, lines: [{ line: 1 }, { line: 4 }] })
})

test('a batch becomes a line for each payment if these sum to it, and stays one line otherwise', () => {
  const part = (amount: string, name: string) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`
  const batch = (...parts: string[]) => file(entry({ amount: '100.00', details: parts.join('') }))
  expect(read(batch(part('60.00', 'Oak'), part('40.00', 'Elm')))).toMatchObject({
    lines: [
      { line: 1, amount: 6000, name: 'Oak', bankId: 'B-7' },
      { line: 1, amount: 4000, name: 'Elm', bankId: 'B-7' },
    ],
  })
  expect(read(batch(part('60.00', 'Oak'), part('39.99', 'Elm')))).toMatchObject({ lines: [{ amount: 10000 }] })
  const back = part('20.00', 'Elm').replace('<TxDtls>', '<TxDtls><CdtDbtInd>DBIT</CdtDbtInd>')
  expect(read(batch(part('120.00', 'Oak'), back))).toMatchObject({ lines: [{ amount: 12000 }, { amount: -2000 }] })
})

test('statements of one account follow one another, with the first opening and the last closing balance', () => {
  const statement = (day: string, balances: string) =>
    `<Stmt><CreDtTm>${day}</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${balances}${entry({})}</Stmt>`
  const before = statement('2026-11-26T20:00:00', balance('PRCD', '0.00') + balance('CLBD', '60.00'))
  const text = file(entry({}), { balances: balance('OPBD', '60.00') + balance('CLBD', '120.00'), more: before })
  expect(read(text)).toMatchObject({ openingBalance: 0, closingBalance: 12000, isChained: true, lines: [{}, {}] })
  const other = before.replace('DE89370400440532013000', 'DE02120300000000202051')
  expect(read(file(entry({}), { more: other }))).toEqual({ fault: { code: 'severalAccounts', line: null } })
})

test.each<[what: string, text: string, code: string, line: number | null]>([
  ['no statement', '<Document><BkToCstmrAcctRpt/></Document>', 'unknownFormat', null],
  ['no XML', '<Document>', 'broken', 1],
  ['a page of the bank', '<!doctype html><html><body><br></body></html>', 'broken', 1],
  ['an amount that is none', file(entry({}) + entry({ amount: 'sixty' })), 'amount', 2],
  ['a day that is none', file(entry({ day: '<Dt>2026-02-31</Dt>' })), 'day', 1],
  ['an entry of another currency', file(entry({})).replace('<Amt Ccy="EUR">', '<Amt Ccy="USD">'), 'amount', 1],
])('refuses %s', (_, text, code, line) => expect(read(text)).toEqual({ fault: { code, line } }))

test('refuses the account of another currency', () => {
  expect(read(file(entry({})), dinars)).toEqual({ fault: { code: 'currency', line: null } })
})

test('no entity is expanded and no depth ends the process', () => {
  const laughs = `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`
  for (const name of ['b', 'x'])
    expect(
      read(file(entry({ details: payment.replace('Beitrag', `&${name};`) })).replace('<Document', `${laughs}<Document`)),
    ).toMatchObject({
      fault: { code: 'broken' },
    })
  expect(read('<a>'.repeat(1_000_000))).toMatchObject({ fault: { code: 'broken' } })
  const deep = '<a>'.repeat(100_000) + '</a>'.repeat(100_000)
  expect(read(file(entry({ details: deep })))).toMatchObject({ fault: { code: 'broken' } })
})

test('the encoding that the file declares is used', () => {
  const text = file(entry({ details: payment })).replace('UTF-8', 'ISO-8859-1')
  const found = readBankFile(
    Uint8Array.from(text, (character) => character.charCodeAt(0)),
    euros,
  )
  expect(found).toMatchObject({ statement: { lines: [{ name: 'Jörg Müller' }] } })
})

test('5,000 entries are read within three seconds', () => {
  const before = performance.now()
  expect(read(file(entry({ details: payment }).repeat(5000)))).toMatchObject({ skipped: 0 })
  expect(performance.now() - before).toBeLessThan(3000)
  expect(read(file(entry({}).repeat(5001)))).toEqual({ fault: { code: 'tooManyLines', line: null } })
})
