import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { describeApi } from '#entrance/api-description.server.ts'

/** The vocabulary of an owner's trade, one word per concept: what catalogues, emails and the API's document must not say instead. */

type Text = { name: string; language: 'en' | 'ar'; text: string }
type Rule = { language: 'en' | 'ar'; word: RegExp; instead: string; except?: Record<string, string> }

const ofSpec = 'the label and its sentences are the specification’s'
const ofQuoteForm = 'the field is the specification’s'
const ofFreeze = 'an enrolment is frozen: the product’s state'

const rules: Rule[] = [
  { language: 'en', word: /\bpaper\b|\bthis sale\b/i, instead: 'bill' },
  { language: 'en', word: /\btakes? (?:\w+ ){0,3}back\b|\btaken back\b/i, instead: 'void, withdraw, remove' },
  { language: 'en', word: /\bg(?:ave|iven?s?) (?:\w+ ){0,2}back\b|\bmoney back\b|\breturned\b/i, instead: 'refund, refunded' },
  { language: 'en', word: /\bseats?\b|\bbook(?:ed|ings?)\b/i, instead: 'place, places taken' },
  {
    language: 'en',
    word: /\bcandidates?\b/i,
    instead: 'place, person',
    except: { 'batches.totalCandidates.*': ofSpec, 'halls.*totalCandidates*': ofSpec, 'quotes.candidates.*': ofQuoteForm },
  },
  {
    language: 'en',
    word: /\bfrozen\b|^counts$/i,
    instead: 'open, closed, final',
    except: {
      'enrolments.*': ofFreeze,
      'history.*': ofFreeze,
      'reports.figures.*': ofFreeze,
      'reports.recurring.formula': ofFreeze,
    },
  },
  { language: 'en', word: /\btold by\b|\bin all\b/i, instead: 'group by, total' },
  { language: 'en', word: /\bby (?:bills|money)\b/i, instead: 'accrual, cash' },
  {
    language: 'en',
    word: /\bat hand\b|\bon (?:its|their|the) way\b/i,
    instead: 'cash and bank, in transit',
    except: { 'accounts.forgot.sentTo': 'an email is on its way, not money' },
  },
  { language: 'en', word: /\bcounts? of days?\b|\bday closes?\b|\bclose (?:the|a) day\b/i, instead: 'cash-up' },
  { language: 'en', word: /\bneeds you\b/i, instead: 'needs attention' },
  { language: 'en', word: /\blanes?\b/i, instead: 'schedule, group by' },
  { language: 'en', word: /\breckon|\bas of the rows\b/i, instead: 'how this is calculated, updated' },
  { language: 'en', word: /\bqueue/i, instead: 'waiting list' },
  {
    language: 'en',
    word: /\bways?\b|\btries\b/i,
    instead: 'channel, method, attempts',
    except: { 'accounts.forgot.sentTo': 'on its way' },
  },
  { language: 'en', word: /\bnobody\b|\bsomebody\b|\bwhoever\b|\banew\b/i, instead: 'no one, someone, anyone who' },
  { language: 'en', word: /\btold\b|\breads it\b|\btells?\b/i, instead: 'notify, email' },
  { language: 'en', word: /\bwhole\b(?! numbers?\b)(?! \{currency\})/i, instead: 'full, all' },
  { language: 'en', word: /\bstands?\b|\bput away\b|\bgiven up\b/i, instead: 'appears, archived, failed' },
  { language: 'en', word: /\be-mail|\bmails?\b(?! server)/i, instead: 'email' },
  { language: 'ar', word: /السوق/, instead: 'المنصة' },
  { language: 'ar', word: /(?<!\p{L})(?:[وفبكل]|لل|ال)*(?:مسارات|التصنيفات)(?!\p{L})/u, instead: 'جدول اليوم، الترتيب' },
  {
    language: 'ar',
    word: /(?<!\p{L})(?:[وفبكل]|لل|ال)*(?:مكان(?:ًا|ان|ين)?|أماكن)(?!\p{L})/u,
    instead: 'مقعد، مقاعد',
    except: {
      'setup.place.location': 'where the business is',
      'developers.once.text': 'a safe place',
      'developers.keys.name.hint': 'where a key is used',
      'app.shortcuts.palette': 'anywhere in the product',
    },
  },
  { language: 'ar', word: /المردود|المستردات|المعاد(?!\p{L})/u, instead: 'المبالغ المستردة' },
  { language: 'ar', word: /يحتاج إليك|نهارك سعيد|بحسب الفواتير/, instead: 'بانتظار إجراء منك، مساء الخير، الاستحقاق' },
  { language: 'ar', word: /(?:شهر|الشهر|الأشهر)[^،.]*(?:مغلق|أُغلق|يُغلق)/u, instead: 'مُقفل' },
  { language: 'ar', word: /(?<!\p{L})(?:ال)?نشاط(?:ك|ه|ها|ًا)?(?!\p{L})/u, instead: 'المنشأة' },
  { language: 'ar', word: /اً/, instead: 'ًا' },
  { language: 'ar', word: /[\u0621-\u064a][,;?]/, instead: '، ؛ ؟' },
]

type Catalogue = { [key: string]: Catalogue | string }

function flat(node: Catalogue, path: string): [name: string, text: string][] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}.${key}`, value] as [string, string]] : flat(value, `${path}.${key}`),
  )
}

/** What people may type in the palette, in their own words; it is shown nowhere. */
const typed = /^palette\.also\./

function catalogues(language: 'en' | 'ar'): Text[] {
  return globSync(`src/**/text.${language}.json`)
    .flatMap((file) => flat(JSON.parse(readFileSync(file, 'utf8')) as Catalogue, basename(dirname(file))))
    .filter(([name]) => !typed.test(name))
    .map(([name, text]) => ({ name, language, text }))
}

/** Each summary and description in the API's document. */
function described(node: unknown, path: string): Text[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]): Text[] =>
    (key === 'summary' || key === 'description') && typeof value === 'string'
      ? [{ name: `${path}/${key}`, language: 'en', text: value }]
      : described(value, `${path}/${key}`),
  )
}

/** Removes arguments, which are identifiers, not words: `{candidates, plural, …}` shows only the text of its branches. */
const wordsOf = (text: string) => text.replaceAll(/\{\w+(?:, \w+(?=[,}]))?,?|\b(?:zero|one|two|few|many|other|given|taken)\b(?= *\{)/g, ' ')

const matches = (pattern: string, name: string) =>
  new RegExp(`^${pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')}$`).test(name)

const exceptions = (rule: Rule) => Object.keys(rule.except ?? {})

function refused(texts: Text[]): string[] {
  return texts.flatMap(({ name, language, text }) =>
    rules
      .filter((rule) => rule.language === language && rule.word.test(wordsOf(text)))
      .filter((rule) => !exceptions(rule).some((pattern) => matches(pattern, name)))
      .map(({ word, instead }) => `${name} (${language}) says “${word.exec(wordsOf(text))?.[0]}”, better: ${instead}`),
  )
}

test('catalogues and mails say each thing by its one word, in both languages', () => {
  const texts = [...catalogues('en'), ...catalogues('ar')]
  expect(texts.length).toBeGreaterThan(4000)
  expect(refused(texts)).toEqual([])
})

test('the API’s document says them too', async () => {
  const texts = described(await describeApi(), '')
  expect(texts.length).toBeGreaterThan(400)
  expect(refused(texts)).toEqual([])
})

test('each exception is still needed', () => {
  const texts = [...catalogues('en'), ...catalogues('ar')]
  const unused = rules.flatMap((rule) =>
    exceptions(rule).filter(
      (pattern) =>
        !texts.some(({ name, language, text }) => language === rule.language && matches(pattern, name) && rule.word.test(wordsOf(text))),
    ),
  )
  expect(unused).toEqual([])
})

/** Unclear names and words in code and comments, and what to use instead. */
const codeWords: [word: RegExp, instead: string][] = [
  [/\btold\b|[a-z]Told\b|\bTold\b/, 'what it holds: result, sums, notified …'],
  [/\b(?:wish(?:es|ed)?|Wish)\b/, 'request'],
  [/\breckon(?:s|ed|ing)?\b/i, 'calculate'],
  [/\bHopeless\b/, 'PermanentError'],
  [/\b(?:bump|unforce|lived|spray|resettle|settle|strike)(?=\()/, 'incrementRevision, syncScores, complete …'],
  [/\buseSettled\b|\buseTold\b/, 'useDebounced, useBoardFormat'],
  [/\btells?[A-Z]/, 'notify, announce, remind'],
  [/\bjudged(?:By)?\(|\b[jJ]udge[A-Z]/, 'withRules, check'],
  [/\b(?:daily|[a-z]+D)Works?\b|\bDailyWork\b/, 'dailyTasks, DailyTask'],
  [/\bkept\(|, kept\]|\b(?:merge|files|is)Kept\b|\bKept[A-Z]/, 'track, stored, overrides'],
  [/\bleaveIfGone|\b(?:is|on|isLink)Gone\b|\bgone\(/, 'throwIfAborted, removed, notFound'],
  [/\bnobody,|\?\? nobody\b/, 'nilId'],
  [
    /\b(?:hold(?:Plan|Session|Readers|Uses|Account)|take(?:Webhook|Job|Turn)|keep(?:Ranks|Cookie)|make(?:Archives?|Sale))\b/,
    'lock, claim, store, create',
  ],
  [/\b(?:const|let|function) [[{ ]*(?:kept|held|gone|told|tell|beside|lived|isHeld|giveBack)\b(?!:)/, 'stored, locked, removed, notify …'],
  [/\b(?:const|let) made\b/, 'created'],
  [/\b(?:const|let|function) (?:hold|spend|take|put|leave|give(?!Up\b))[A-Z]/, 'lock, consume, claim, record, assign, issue …'],
  [/\b(?:const|let|function) (?:hold|take|give|judge|begin|make|keep)\b/, 'lock, acquire, issue, check, start, create, store'],
  [/\bkeep(?:ActiveUntil|Books|Browser|Buyers|Place|Sending|SingleKeys)\b/, 'store, refresh, start …'],
  [/\b(?:give|take)Access\b|\.giveBack\(/, 'grantAccess, revokeAccess, release'],
  [/(?:^|\s)(?:\/\/|\/?\*).*\b(?:nobody|whoever|anew|judge[sd]?)\b/i, 'no one, anyone who, again, check'],
  [/\b(?:be|been|was|were) [a-z]+[A-Z]/, 'a word where a sentence has a name of code'],
]

/** Lines that may contain one of them, with the reason. */
const codeExceptions: [file: RegExp, line: RegExp, why: string][] = [
  [/^src\/db\/(?:migrations\/|schema\.gen)/, /./, 'a released migration is never changed, and a column keeps its name'],
  [/^src\/directory\/plans\/trial/, /trialEndTold/, 'a column keeps its name'],
  [/./, /(?:'|\b)told'?(?:: notified\b|: \d|: \['history)|told: number|told\?: number|trialEndTold/, 'rows of the log have this field'],
  [/\.test\.tsx?$|\.e2e\.ts$/, /(?:^|\s)(?:test|it)[.(]|\]\)? ?\(|as const\)\(/, 'a title names a row of docs/spec-coverage.md'],
  [
    /^test\/(?:floor|year)\.ts|^src\/insight\/rankings\/played\.sample|^src\/directory\/customers\/import\.server/,
    /\b(?:const|let) made = /,
    'the field of a fixture, or a column, is named so',
  ],
  [/^src\/timetable\/enrolments\/enrolment\.dates/, /function keep\(/, 'the call of the API is named so'],
  [/^test\/spec-coverage\.once/, /is told as %j/, 'the title of a test that the document names'],
  [/^test\/words\.once/, /./, 'the words themselves'],
]

function refusedInCode(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, at) => {
    const found = codeWords.filter(([word]) => word.test(line))
    if (found.length === 0 || codeExceptions.some(([of, allowed]) => of.test(file) && allowed.test(line))) return []
    return found.map(([word, instead]) => `${file}:${at + 1} says “${word.exec(line)?.[0]}”, better: ${instead}`)
  })
}

test('names and comments of the code say the trade’s words', () => {
  const files = globSync('{src,test,e2e,scripts,bench}/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap((file) => refusedInCode(file, readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  'const told = await read()',
  '// The member is told by mail',
  'function f(wish: Wish) {}',
  'throw new Hopeless(error)',
  'await settle(trx)',
  'await tellTrainers(where)',
  'const form = judged(input, rules)',
  'export const dailyWorks = []',
  'const [version, kept] = useVersion(row)',
  'if (!found) throw gone()',
  'const userId = user?.id ?? nobody',
  'await holdSession(trx, call)',
  'const held = await lock(trx, id)',
  'const [kept, merged] = rows',
  'const made = await calls.batches.create(batch)',
  'export async function takePayment(ctx: TenantContext) {}',
  'const giveBack = () => {}',
  'async function begin(ctx: TenantContext) {}',
  'await keepBuyers(ctx, customers)',
  'await taken.giveBack()',
  '// Whoever asks begins anew, and nobody else',
  ' * Rules are judged together.',
  "log.error('A bill could not be saleLine and will be tried again')",
])('refuses in code: %s', (line) => {
  expect(refusedInCode('src/kernel/planted.ts', line)).not.toEqual([])
})

test.each<[language: 'en' | 'ar', text: string]>([
  ['en', 'Bills taken back'],
  ['en', 'The ledger takes it back'],
  ['en', 'Given back'],
  ['en', 'Seats filled'],
  ['en', '{count, plural, one {# candidate pays} other {# candidates pay}}'],
  ['en', 'Not frozen yet'],
  ['en', 'Counts'],
  ['en', 'Told by'],
  ['en', '# rows in all'],
  ['en', 'Money at hand'],
  ['en', 'Payouts on their way'],
  ['en', 'Close the day'],
  ['en', 'Needs you'],
  ['en', 'Today’s lanes'],
  ['en', 'How it is reckoned'],
  ['en', 'Who stands here'],
  ['en', 'Nobody waits'],
  ['en', 'By mail'],
  ['en', 'Tries'],
  ['ar', 'يحتاج إليك'],
  ['ar', 'أماكن محجوزة'],
  ['ar', 'المبالغ المردودة'],
  ['ar', 'ما حوّله السوق إليك'],
  ['ar', '30 يوماً'],
  ['ar', 'فاتورة, ومبلغ'],
])('refuses, in %s: %s', (language, text) => {
  expect(refused([{ name: 'planted', language, text }])).not.toEqual([])
})
