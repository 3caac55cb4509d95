import { useRef, useState, type ReactNode } from 'react'
import { week } from '#lib/fields.ts'
import { buttonClass } from './button.tsx'
import { DateField } from './dates/date-field.tsx'
import { DateIcon } from './dates/date-icon.tsx'
import { DayBox } from './dates/day-box.tsx'
import { DayCalendar } from './dates/day-calendar.tsx'
import DayEditor from './dates/day-editor.tsx'
import { DayPill } from './dates/day-pill.tsx'
import { MonthInput } from './dates/month-input.tsx'
import { MonthPicker } from './dates/month-picker.tsx'
import { MonthPill } from './dates/month-pill.tsx'
import { MonthPopover } from './dates/month-popover.tsx'
import { useTypedMonth } from './dates/use-typed-month.ts'
import { CheckField, SelectField, TextField } from './field.tsx'
import { DaysField, ImageField, MoneyField, NumberField, TextareaField, TimeField } from './inputs.tsx'
import { MultiSelectField } from './multi-select.tsx'
import { PasswordField } from './password-field.tsx'
import { currentLanguage } from './preferences.ts'
import { TilesField } from './tiles-field.tsx'
import type { FieldBinding } from './use-form.ts'

/** Samples of each component, by its file's name, in each of its states. */
export type Samples = Record<string, Record<string, () => ReactNode>>

/** A sample's text in the page's language. */
export const say = (english: string, arabic: string): string => (currentLanguage() === 'ar' ? arabic : english)

/** A field binding outside a form. @param error the text key of its error */
export function binding<Value>(
  value: Value,
  onChange: (value: Value) => void = () => {},
  error?: string,
  name = 'it',
): FieldBinding<Value> {
  return { name, id: name, value, error, onChange, onBlur: () => {} }
}

let next = 0

/** A field that stores its value. */
export function StatefulField<Value>({
  value,
  error,
  children,
}: {
  value: Value
  error?: string | undefined
  children: (field: FieldBinding<Value>) => ReactNode
}) {
  const [current, setCurrent] = useState(value)
  const [name] = useState(() => `sample-${(next += 1)}`)
  return children(binding(current, setCurrent, error, name))
}

const required = 'lib.fields.required'
const title = () => say('Title', 'العنوان')
const hint = () => say('As customers read it', 'كما يقرؤه العملاء')
const choices = () => [
  { value: 'pool', label: say('Pool', 'مسبح') },
  { value: 'pitch', label: say('North pitch', 'الملعب الشمالي') },
  { value: 'court', label: say('Hard court', 'ملعب صلب') },
]
const image =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'%3E%3Crect width='4' height='3' fill='%23065539'/%3E%3C/svg%3E"

/** An empty field, a filled one, and one with an error. */
const states = <Value,>(empty: Value, filled: Value, show: (field: FieldBinding<Value>) => ReactNode) => ({
  empty: () => <StatefulField value={empty}>{show}</StatefulField>,
  filled: () => <StatefulField value={filled}>{show}</StatefulField>,
  refused: () => (
    <StatefulField value={empty} error={required}>
      {show}
    </StatefulField>
  ),
})
const of = (name: string, all: Record<string, () => ReactNode>) =>
  Object.fromEntries(Object.entries(all).map(([state, show]) => [`${name}, ${state}`, show]))

const limits = { month: '2026-10', max: '2026-11', onChange: () => {} }

/** A month to type over, outside its pill. */
function TypedMonth() {
  return <MonthInput id="sample-month" typed={useTypedMonth(limits)} aria-label={say('Month', 'الشهر')} />
}

/** The months behind a button. */
function OpenMonths() {
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button ref={opener} type="button" className={buttonClass()} popoverTarget="sample-months">
        {say('Months', 'الأشهر')}
      </button>
      <MonthPopover {...limits} id="sample-months" anchor={opener} label={say('Months', 'الأشهر')} isTyped />
    </>
  )
}

/** The form components. */
export const fieldSamples: Samples = {
  field: {
    ...of(
      'text',
      states('', say('North pitch', 'الملعب الشمالي'), (field) => <TextField field={field} label={title()} hint={hint()} />),
    ),
    'text, disabled': () => <TextField field={binding('North', undefined, undefined, 'sample-off')} label={title()} disabled />,
    ...of(
      'choice',
      states('', 'pitch', (field) => (
        <SelectField field={field} label={title()} options={choices()} placeholder={say('Please Select', 'يرجى الاختيار')} />
      )),
    ),
    ...of(
      'box',
      states<boolean>(false, true, (field) => (
        <CheckField field={field} label={say('Tell the 4 people enrolled', 'إخبار المسجلين الأربعة')} />
      )),
    ),
  },
  offer: {
    'next to the label': () => (
      <TextField
        field={binding('', undefined, undefined, 'sample-offer')}
        label={title()}
        offer={{ label: say('Use NORTH-PITCH', 'استخدام NORTH-PITCH'), use: () => {} }}
      />
    ),
    'after days': () => (
      <DaysField
        field={binding(week(), undefined, undefined, 'sample-days-offer')}
        label={say('Days', 'الأيام')}
        firstWeekday={1}
        offers={[{ label: say('Every day', 'كل الأيام'), use: () => {} }]}
      />
    ),
  },
  inputs: {
    ...of(
      'lines',
      states('', say('Bring a towel.\nThe pool is cold.', 'أحضروا منشفة.\nالمسبح بارد.'), (field) => (
        <TextareaField field={field} label={title()} max={200} />
      )),
    ),
    ...of(
      'number',
      states<number | string>('', 24, (field) => <NumberField field={field} label={say('Size', 'المساحة')} unit={say('m²', 'م²')} />),
    ),
    ...of(
      'money',
      states<number | string>('', 35_000, (field) => (
        <MoneyField field={field} label={say('Price', 'السعر')} currency="AED" exponent={2} />
      )),
    ),
    ...of(
      'time',
      states('', '17:30', (field) => <TimeField field={field} label={say('Starts', 'يبدأ')} />),
    ),
    ...of(
      'days',
      states(week(), week(1, 3), (field) => <DaysField field={field} label={say('Days', 'الأيام')} firstWeekday={1} />),
    ),
    ...of(
      'image',
      states<File | string>('', image, (field) => <ImageField field={field} label={say('Cover', 'الغلاف')} purpose="cover" />),
    ),
  },
  'date-field': {
    ...states('', '2026-10-05', (field) => <DateField field={field} label={say('First day', 'اليوم الأول')} />),
    limited: () => (
      <StatefulField value="2026-10-05">
        {(field) => <DateField field={field} label={say('First day', 'اليوم الأول')} min="2026-10-01" max="2026-10-20" hint={hint()} />}
      </StatefulField>
    ),
    disabled: () => (
      <fieldset disabled>
        <DateField field={binding('2026-10-05', undefined, undefined, 'sample-day-off')} label={say('First day', 'اليوم الأول')} />
      </fieldset>
    ),
  },
  'day-box': {
    'in a frame': () => (
      <>
        <span id="sample-day-label">{say('Day', 'اليوم')}</span>
        <DayBox id="sample-day" value="2026-10-05" labelledBy="sample-day-label" onChange={() => {}} />
      </>
    ),
  },
  'day-editor': {
    empty: () => (
      <>
        <span id="sample-editor-label">{say('Day', 'اليوم')}</span>
        <DayEditor id="sample-editor" value="" labelledBy="sample-editor-label" onChange={() => {}} />
      </>
    ),
  },
  'day-calendar': {
    month: () => (
      <>
        <span id="sample-calendar-label">{say('Day', 'اليوم')}</span>
        <DayCalendar value="2026-10-05" min="2026-10-03" max={undefined} labelledBy="sample-calendar-label" onPick={() => {}} />
      </>
    ),
  },
  'day-pill': {
    filled: () => <DayPill label={say('To', 'إلى')} value="2026-10-05" onChange={() => {}} />,
  },
  'month-picker': {
    closed: () => <MonthPicker {...limits} />,
  },
  'month-pill': {
    filled: () => <MonthPill {...limits} label={say('To', 'إلى')} />,
  },
  'month-input': {
    filled: () => <TypedMonth />,
  },
  'month-popover': {
    closed: () => <OpenMonths />,
  },
  'date-icon': {
    all: () => (
      <>
        {(['calendar', 'back', 'onward', 'down'] as const).map((name) => (
          <DateIcon key={name} name={name} />
        ))}
      </>
    ),
  },
  'multi-select': states<string[]>([], ['pool', 'court'], (field) => (
    <MultiSelectField field={field} label={say('Halls', 'القاعات')} options={choices()} placeholder={say('Choose', 'اختر')} />
  )),
  'tiles-field': states('', 'pool', (field) => (
    <TilesField field={field} label={say('Hall', 'القاعة')} options={choices()} placeholder={say('None', 'لا شيء')} mayBeNone />
  )),
  'password-field': states('', 'touch-line', (field) => <PasswordField field={field} label={say('Password', 'كلمة المرور')} />),
}
