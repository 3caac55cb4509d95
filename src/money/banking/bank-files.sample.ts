import type { BankFileOptions } from './bank-layout.rules.ts'

/** Files laid out as banks' exports, with invented people and amounts. */

export const pounds: BankFileOptions = { currency: 'GBP', exponent: 2, usualOrder: 'dayFirst' }
export const dollars: BankFileOptions = { currency: 'USD', exponent: 2, usualOrder: 'monthFirst' }
export const euros: BankFileOptions = { currency: 'EUR', exponent: 2, usualOrder: 'dayFirst' }
export const dirhams: BankFileOptions = { currency: 'AED', exponent: 2, usualOrder: 'dayFirst' }
export const riyals: BankFileOptions = { currency: 'SAR', exponent: 2, usualOrder: 'dayFirst' }
export const dinars: BankFileOptions = { currency: 'KWD', exponent: 3, usualOrder: 'dayFirst' }

/** A line as day, amount, name, text, reference and the bank's id. */
export type SampleLine = [day: string, amount: number, name?: string, text?: string, reference?: string, bankId?: string]

export type SampleFile = {
  bank: string
  options: BankFileOptions
  text: string
  account?: string
  balances?: [opening: number, closing: number]
  isUnsure?: true
  skipped?: number
  lines: SampleLine[]
}

const british: SampleFile[] = [
  {
    bank: 'Barclays',
    options: pounds,
    text: `Number,Date,Account,Amount,Subcategory,Memo
 ,27/11/2026,20-00-00 12345678,60.00,Counter Credit,"JANE OAK           	S2026-00042 BGC"
 ,26/11/2026,20-00-00 12345678,-1234.50,Direct Debit,HARBOUR SPORTS HALLS DDR`,
    account: '20-00-0012345678',
    lines: [
      ['2026-11-27', 6000, '', 'Counter Credit JANE OAK S2026-00042 BGC'],
      ['2026-11-26', -123450, '', 'Direct Debit HARBOUR SPORTS HALLS DDR'],
    ],
  },
  {
    bank: 'HSBC without headings',
    options: pounds,
    text: `27/11/2026,JANE OAK S2026-00042,60.00\n26/11/2026,"HARBOUR HALLS, LEEDS","-1,234.50"\n`,
    isUnsure: true,
    lines: [
      ['2026-11-27', 6000, '', 'JANE OAK S2026-00042'],
      ['2026-11-26', -123450, '', 'HARBOUR HALLS, LEEDS'],
    ],
  },
  {
    bank: 'HSBC Business',
    options: pounds,
    text: `Date,Type,Description,Paid out,Paid in,Balance\n01 Nov 2026,CR,JANE OAK,,60.00,1060.00\n02 Nov 2026,DD,HARBOUR HALLS,250.00,,810.00\n`,
    balances: [100000, 81000],
    lines: [
      ['2026-11-01', 6000, '', 'CR JANE OAK'],
      ['2026-11-02', -25000, '', 'DD HARBOUR HALLS'],
    ],
  },
  {
    bank: 'Lloyds',
    options: pounds,
    text: `Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance
27/11/2026,FPI,'30-00-00,12345678,J OAK S2026-00042,,60.00,870.00
26/11/2026,DD,'30-00-00,12345678,HARBOUR HALLS,250.00,,810.00`,
    account: '12345678',
    balances: [106000, 87000],
    lines: [
      ['2026-11-27', 6000, '', 'FPI J OAK S2026-00042'],
      ['2026-11-26', -25000, '', 'DD HARBOUR HALLS'],
    ],
  },
  {
    bank: 'NatWest',
    options: pounds,
    text: `\nDate, Type, Description, Value, Balance, Account Name, Account Number

27 Nov 2026,BAC,"'JANE OAK , S2026-00042",60.00,870.00,"'NORTH ACADEMY","'600000-12345678",
26 Nov 2026,D/D,"'HARBOUR HALLS",-250.00,810.00,"'NORTH ACADEMY","'600000-12345678",
`,
    account: '600000-12345678',
    balances: [106000, 87000],
    lines: [
      ['2026-11-27', 6000, '', 'BAC JANE OAK , S2026-00042'],
      ['2026-11-26', -25000, '', 'D/D HARBOUR HALLS'],
    ],
  },
  {
    bank: 'Nationwide, with pound signs',
    options: pounds,
    text: `"Account Name:","North Academy ****12345"\n"Account Balance:","£870.00"\n"Available Balance: ","£870.00"\n
"Date","Transaction type","Description","Paid out","Paid in","Balance"
"27 Nov 2026","Bank credit JANE OAK","Bank credit JANE OAK","","£60.00","£870.00"
"26 Nov 2026","Direct debit","HARBOUR HALLS","£1,250.00","","£810.00"`,
    balances: [206000, 87000],
    lines: [
      ['2026-11-27', 6000, '', 'Bank credit JANE OAK'],
      ['2026-11-26', -125000, '', 'Direct debit HARBOUR HALLS'],
    ],
  },
  {
    bank: 'Monzo',
    options: pounds,
    text: `Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In
tx_0001,27/11/2026,09:12:01,Faster payment,Jane Oak,,Income,60.00,GBP,60.00,GBP,S2026-00042,,,S2026-00042,,,60.00
tx_0002,27/11/2026,10:00:00,Card payment,Coffee Corner,☕,Eating out,-3.20,GBP,-3.20,GBP,,"1 High Street, Leeds",,COFFEE CORNER LEEDS GBR,,-3.20,`,
    lines: [
      ['2026-11-27', 6000, 'Jane Oak', 'Faster payment S2026-00042', '', 'tx_0001'],
      ['2026-11-27', -320, 'Coffee Corner', 'Card payment COFFEE CORNER LEEDS GBR', '', 'tx_0002'],
    ],
  },
  {
    bank: 'Starling',
    options: pounds,
    text: `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes
26/11/2026,Harbour Halls,RENT NOV,DIRECT DEBIT,-250.00,810.00,RENT,
27/11/2026,Jane Oak,S2026-00042,FASTER PAYMENT,60.00,870.00,REVENUE,paid at last`,
    balances: [106000, 87000],
    lines: [
      ['2026-11-26', -25000, 'Harbour Halls', 'DIRECT DEBIT', 'RENT NOV'],
      ['2026-11-27', 6000, 'Jane Oak', 'FASTER PAYMENT', 'S2026-00042'],
    ],
  },
  {
    bank: 'Revolut Business',
    options: pounds,
    text: `Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Card number,Orig currency,Orig amount,Payment currency,Amount,Fee,Balance,Account,Beneficiary account number
2026-11-26,2026-11-27,6a5b,TOPUP,COMPLETED,Money added from Jane Oak,S2026-00042,Jane Oak,,GBP,60.00,GBP,60.00,0.00,860.00,GBP Main,
2026-11-25,2026-11-26,6a5a,TRANSFER,COMPLETED,To Harbour Halls,RENT,,,GBP,250.00,GBP,-250.00,-0.20,800.00,GBP Main,12345678
2026-11-25,,6a59,CARD_PAYMENT,PENDING,Coffee Corner,,,,GBP,3.20,GBP,-3.20,0.00,,GBP Main,
2026-11-25,2026-11-25,6a58,TOPUP,COMPLETED,From Berlin,,Anna Elm,,EUR,50.00,EUR,50.00,0.00,50.00,GBP Main,`,
    account: 'GBPMain',
    balances: [105020, 86000],
    skipped: 2,
    lines: [
      ['2026-11-27', 6000, 'Jane Oak', 'TOPUP Money added from Jane Oak', 'S2026-00042', '6a5b'],
      ['2026-11-26', -25020, '', 'TRANSFER To Harbour Halls', 'RENT', '6a5a'],
    ],
  },
]

const american: SampleFile[] = [
  {
    bank: 'Chase',
    options: dollars,
    text: `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
CREDIT,11/27/2026,"ZELLE PAYMENT FROM JANE OAK S2026-00042",60.00,QUICKPAY_CREDIT,870.00,,
CHECK,11/12/2026,"CHECK 1042",-250.00,CHECK_PAID,810.00,1042,`,
    balances: [106000, 87000],
    lines: [
      ['2026-11-27', 6000, '', 'CREDIT ZELLE PAYMENT FROM JANE OAK S2026-00042 QUICKPAY_CREDIT'],
      ['2026-11-12', -25000, '', 'CHECK CHECK 1042 CHECK_PAID', '1042'],
    ],
  },
  {
    bank: 'Bank of America',
    options: dollars,
    text: `Description,,Summary Amt.\r\nBeginning balance as of 11/01/2026,,"1,060.00"\r\nTotal credits,,"60.00"\r\nTotal debits,,"-250.00"\r
Ending balance as of 11/27/2026,,"870.00"\r\n\r\nDate,Description,Amount,Running Bal.\r\n11/01/2026,Beginning balance as of 11/01/2026,,"1,060.00"\r
11/12/2026,"HARBOUR HALLS DES:RENT","-250.00","810.00"\r\n11/27/2026,"Zelle payment from JANE OAK","60.00","870.00"\r\n`,
    balances: [106000, 87000],
    lines: [
      ['2026-11-12', -25000, '', 'HARBOUR HALLS DES:RENT'],
      ['2026-11-27', 6000, '', 'Zelle payment from JANE OAK'],
    ],
  },
  {
    bank: 'Capital One, with a column for the direction',
    options: dollars,
    text: `Account Number,Transaction Date,Transaction Amount,Transaction Type,Transaction Description,Balance
1234,11/05/26,60,Credit,JANE OAK,870
1234,11/04/26,250.5,Debit,HARBOUR HALLS,810`,
    account: '1234',
    balances: [106050, 87000],
    isUnsure: true,
    lines: [
      ['2026-11-05', 6000, '', 'JANE OAK'],
      ['2026-11-04', -25050, '', 'HARBOUR HALLS'],
    ],
  },
  {
    bank: 'Wells Fargo without headings',
    options: dollars,
    text: `"11/27/2026","60.00","*","","ZELLE FROM JANE OAK"\n"11/12/2026","-250.00","*","1042","CHECK # 1042"\n`,
    isUnsure: true,
    lines: [
      ['2026-11-27', 6000, '', 'ZELLE FROM JANE OAK'],
      ['2026-11-12', -25000, '', 'CHECK # 1042'],
    ],
  },
]

export const englishFiles: readonly SampleFile[] = [...british, ...american]
