import { dinars, dirhams, euros, riyals, type SampleFile } from './bank-files.sample.ts'

/** Files laid out as the exports of banks of the Gulf and of Germany, with invented people and amounts. */

const gulf: SampleFile[] = [
  {
    bank: 'Emirates NBD',
    options: dirhams,
    text: `Account Statement
Account Number,1015000000601
IBAN,AE070331234567890123456
Currency,AED
Opening Balance,"1,060.00"

Transaction Date,Value Date,Narration,Debit,Credit,Running Balance
26 Nov 2026,26 Nov 2026,HARBOUR HALLS RENT,"250.00",,"810.00"
27-Nov-2026,28-Nov-2026,IPP TRANSFER FROM JANE OAK S2026-00042,,60.00,870.00
Closing Balance,,,,,870.00`,
    account: 'AE070331234567890123456',
    balances: [106000, 87000],
    lines: [
      ['2026-11-26', -25000, '', 'HARBOUR HALLS RENT'],
      ['2026-11-27', 6000, '', 'IPP TRANSFER FROM JANE OAK S2026-00042'],
    ],
  },
  {
    bank: 'ADCB, amounts with currency and DR',
    options: dirhams,
    text: `Transaction Date|Bank Reference Number|Customer Reference|Description|Amount|Balance
27/11/2026|FT26331AB|S2026-00042|INWARD REMITTANCE|AED 60.00 CR|AED 870.00 CR
26/11/2026|FT26330CD|NONE|SERVICE FEE|AED 26.25 DR|AED 810.00 CR`,
    balances: [83625, 87000],
    lines: [
      ['2026-11-27', 6000, '', 'INWARD REMITTANCE', 'S2026-00042', 'FT26331AB'],
      ['2026-11-26', -2625, '', 'SERVICE FEE', 'NONE', 'FT26330CD'],
    ],
  },
  {
    bank: 'National Bank of Kuwait',
    options: dinars,
    text: `Posting Date,Description,Details,Transaction Date,Amount,Balance
01-11-2026,Credit-NBK Transfer,JANE OAK | S2026-00042,01-11-2026,12.500,"1,012.500"
03-11-2026,Debit-POS,HARBOUR HALLS,02-11-2026,-250.000,762.500`,
    balances: [1000000, 762500],
    isUnsure: true,
    lines: [
      ['2026-11-01', 12500, '', 'Credit-NBK Transfer JANE OAK | S2026-00042'],
      ['2026-11-03', -250000, '', 'Debit-POS HARBOUR HALLS'],
    ],
  },
  {
    bank: 'Kuwait Finance House, Arabic headings and digits',
    options: dinars,
    text: `رقم الحساب:,٠١١٠٢٠٣٠٤٠٥٠\nالعملة:,KWD\n
التاريخ,البيان,مدين,دائن,الرصيد
٢٧/١١/٢٠٢٦,تحويل وارد من سارة العلي,,١٢٫٥٠٠,١٬٠١٢٫٥٠٠
٢٨/١١/٢٠٢٦,إيجار الصالة,٢٥٠٫٠٠٠,,٧٦٢٫٥٠٠`,
    account: '011020304050',
    balances: [1000000, 762500],
    lines: [
      ['2026-11-27', 12500, '', 'تحويل وارد من سارة العلي'],
      ['2026-11-28', -250000, '', 'إيجار الصالة'],
    ],
  },
  {
    bank: 'Al Rajhi, headings in both languages',
    options: riyals,
    text: `تاريخ العملية Date;تفاصيل العملية / Details;مدين / Debit;دائن / Credit;الرصيد / Balance
27 نوفمبر 2026;حوالة واردة سارة العلي S2026-00042;0.00;60.00;870.00
26 نوفمبر 2026;سداد فاتورة;(250.00);0.00;810.00`,
    balances: [106000, 87000],
    lines: [
      ['2026-11-27', 6000, '', 'حوالة واردة سارة العلي S2026-00042'],
      ['2026-11-26', -25000, '', 'سداد فاتورة'],
    ],
  },
]

const german: SampleFile[] = [
  {
    bank: 'Sparkasse',
    options: euros,
    text: `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"
"DE89370400440532013000";"27.11.26";"27.11.26";"GUTSCHR. UEBERWEISUNG";"Beitrag S2026-00042";"";"";"NOTPROVIDED";"";"";"";"Jörg Müller";"DE02120300000000202051";"BYLADEM1001";"60,00";"EUR";"Umsatz gebucht"
"DE89370400440532013000";"26.11.26";"26.11.26";"FOLGELASTSCHRIFT";"Miete November";"DE98";"M1";"E2E-7";"";"";"";"Hallen am Hafen GmbH";"DE02500105170137075030";"INGDDEFF";"-1.250,00";"EUR";"Umsatz gebucht"
"DE89370400440532013000";"28.11.26";"28.11.26";"KARTENZAHLUNG";"Kaffee";"";"";"";"";"";"";"Kaffee Eck";"";"";"-3,20";"EUR";"Umsatz vorgemerkt"`,
    account: 'DE89370400440532013000',
    skipped: 1,
    lines: [
      ['2026-11-27', 6000, 'Jörg Müller', 'GUTSCHR. UEBERWEISUNG Beitrag S2026-00042', 'NOTPROVIDED'],
      ['2026-11-26', -125000, 'Hallen am Hafen GmbH', 'FOLGELASTSCHRIFT Miete November', 'E2E-7'],
    ],
  },
  {
    bank: 'DKB',
    options: euros,
    text: `"Girokonto";"DE89370400440532013000"\n"Zeitraum:";"01.11.2026 - 27.11.2026"\n"Kontostand vom 27.11.2026:";"870,00 €"\n""
"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
"27.11.26";"27.11.26";"Gebucht";"Jörg Müller";"North Academy";"S2026-00042";"Eingang";"DE02120300000000202051";"60";"";"";""
"26.11.26";"26.11.26";"Gebucht";"North Academy";"Hallen am Hafen";"Miete";"Ausgang";"DE02500105170137075030";"-1.250,5";"";"";"E2E-7"`,
    account: 'DE89370400440532013000',
    lines: [
      ['2026-11-27', 6000, 'Jörg Müller', 'S2026-00042'],
      ['2026-11-26', -125050, 'Hallen am Hafen', 'Miete', 'E2E-7'],
    ],
  },
  {
    bank: 'Deutsche Bank, debit and credit columns and a last line with the balance',
    options: euros,
    text: `Umsätze - AktivKonto;;;Kundennummer: 100 1234567
01.11.2026 - 27.11.2026\nLetzter Kontostand;;;;1.060,00;EUR
Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Soll;Haben;Währung
26.11.2026;26.11.2026;"SEPA-Lastschrift";Hallen am Hafen;Miete;DE02500105170137075030;INGDDEFF;E2E-7;-250,00;;EUR
27.11.2026;27.11.2026;"SEPA-Überweisung";Jörg Müller;S2026-00042;DE02120300000000202051;BYLADEM1001;;;60,00;EUR
Kontostand;27.11.2026;;;870,00;EUR`,
    lines: [
      ['2026-11-26', -25000, 'Hallen am Hafen', 'SEPA-Lastschrift Miete', 'E2E-7'],
      ['2026-11-27', 6000, 'Jörg Müller', 'SEPA-Überweisung S2026-00042'],
    ],
  },
]

export const otherFiles: readonly SampleFile[] = [...gulf, ...german]
