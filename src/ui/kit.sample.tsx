import { useTranslations } from 'use-intl'
import { BarChart } from './bar-chart.tsx'
import { BoardName } from './board-name.tsx'
import { Button, type ButtonLook } from './button.tsx'
import { CheckBox } from './check-box.tsx'
import { CheckMark } from './check-mark.tsx'
import { Conflicts } from './conflict-list.tsx'
import { CopyButton } from './copy-button.tsx'
import { EmptyPage, type Drawing } from './empty-page.tsx'
import { Facts } from './facts.tsx'
import { FailureText } from './failure-text.tsx'
import { Formula } from './formula.tsx'
import { chartSamples } from './kit.charts.sample.tsx'
import { fieldSamples, say, type Samples } from './kit.fields.sample.tsx'
import { Menu } from './menu.tsx'
import { PlaceLink } from './place-link.tsx'
import { ReportTools } from './report-tools.tsx'
import { Sums } from './sums.tsx'
import { Status, Surface } from './surface.tsx'
import { toastError, Toasts, toastSuccess, toastUndo } from './toast.tsx'
import { AddLink, ChangeButton, ChoosePlan } from './trial-over.tsx'
import { nothing, over, pitch, recordSamples, save } from './kit.records.sample.tsx'

const looks: ButtonLook[] = ['primary', 'outline', 'quiet', 'danger']

const surfaces = ['turf', 'pool', 'wood', 'clay', 'mat', 'hardCourt']

function Said() {
  const t = useTranslations('ui')
  const undone = () => toastUndo(pitch(), t('undo'), nothing)
  return (
    <>
      <Button onClick={() => toastSuccess(pitch(), 60_000)}>{say('Worked', 'نجح')}</Button>
      <Button onClick={() => toastError(pitch(), 60_000)}>{say('Failed', 'فشل')}</Button>
      <Button onClick={undone}>{t('undo')}</Button>
      <Toasts />
    </>
  )
}

const bars = (many: number) =>
  Array.from({ length: many }, (_, at) => ({ key: `${at}`, label: `${at + 1}`, value: (at * 37) % 100, of: 100 }))

const conflicts = (many: number) =>
  Array.from({ length: many }, (_, at) => ({
    day: `2026-10-${String(at + 5).padStart(2, '0')}`,
    startingTime: '17:00',
    endingTime: '18:30',
    batchName: say('Juniors A', 'الناشئون أ'),
    part: at % 2 ? ('hall' as const) : ('trainer' as const),
  }))

const drawings: Drawing[] = ['lanes', 'ledger', 'table', 'track', 'half']

/** Every component of src/ui in each of its states; /dev/kit shows them, and a browser test renders them all. */
export const samples: Samples = {
  ...recordSamples,
  ...fieldSamples,
  ...chartSamples,
  'bar-chart': {
    'a year': () => (
      <BarChart title={say('Sales by month', 'المبيعات حسب الشهر')} measure={say('Sales', 'المبيعات')} bars={bars(12)} exportName="kit" />
    ),
    'one bar': () => (
      <BarChart title={say('Sales today', 'مبيعات اليوم')} measure={say('Sales', 'المبيعات')} bars={bars(1)} exportName="kit" />
    ),
  },
  'board-name': {
    'as it is shown': () => <BoardName name={say('Amal K.', 'أمل ك.')} />,
    'with the full name': () => <BoardName name={say('Amal K.', 'أمل ك.')} fullName={say('Amal Karam', 'أمل كرم')} />,
  },
  button: {
    ...Object.fromEntries(looks.map((look) => [look, () => <Button look={look}>{save()}</Button>])),
    busy: () =>
      looks.map((look) => (
        <Button key={look} look={look} isBusy>
          {save()}
        </Button>
      )),
    disabled: () =>
      looks.map((look) => (
        <Button key={look} look={look} disabled>
          {save()}
        </Button>
      )),
    wide: () => (
      <Button look="primary" isWide>
        {save()}
      </Button>
    ),
  },
  'check-box': {
    plain: () => <CheckBox label={say('Select all', 'اختيار الكل')} isChecked={false} onChange={nothing} />,
    some: () => <CheckBox label={say('Select all', 'اختيار الكل')} isChecked={false} isPartly onChange={nothing} />,
    checked: () => <CheckBox label={say('Select all', 'اختيار الكل')} isChecked onChange={nothing} />,
    'of a row': () => <CheckBox label={say('Select Amal', 'اختيار أمل')} isLabelHidden isChecked onChange={nothing} />,
  },
  'conflict-list': {
    one: () => <Conflicts conflicts={conflicts(1)} />,
    'more than are listed': () => <Conflicts conflicts={conflicts(12)} />,
  },
  'copy-button': { ready: () => <CopyButton text="touchline" /> },
  'empty-page': Object.fromEntries(
    drawings.map((drawing) => [
      drawing,
      () => (
        <EmptyPage title={say('No challenge yet', 'لا تحديات بعد')} drawing={drawing} action={<Button look="primary">{save()}</Button>}>
          <p>{say('A contest that lasts some weeks.', 'منافسة تدوم بضعة أسابيع.')}</p>
        </EmptyPage>
      ),
    ]),
  ),
  facts: {
    some: () => (
      <Facts
        label={pitch()}
        facts={[
          { name: say('Size', 'المساحة'), value: '1,200' },
          { name: say('For', 'لمن'), value: say('Everyone', 'الجميع') },
        ]}
      />
    ),
  },
  'failure-text': {
    plain: () => <FailureText code="server/unavailable" />,
    'trial over': () => <FailureText code="plan/trial-expired" />,
  },
  formula: {
    'beside a name': () => (
      <Formula
        of={say('Fill rate', 'نسبة الإشغال')}
        text={say('Places taken ÷ places', 'الأماكن المشغولة ÷ الأماكن')}
        asOf="2026-10-05T09:00:00Z"
      />
    ),
    alone: () => <Formula text={say('Places taken ÷ places', 'الأماكن المشغولة ÷ الأماكن')} />,
  },
  menu: {
    some: () => (
      <Menu
        label={say('Actions', 'إجراءات')}
        items={[
          { key: 'a', label: save(), run: nothing },
          { key: 'b', label: say('Move', 'نقل'), reason: pitch(), run: nothing },
        ]}
      />
    ),
    busy: () => <Menu label={say('Actions', 'إجراءات')} items={[]} isBusy />,
  },
  'check-mark': { plain: () => <CheckMark /> },
  'place-link': { plain: () => <PlaceLink place={{ to: '/services' }}>{pitch()}</PlaceLink> },
  'report-tools': {
    ready: () => <ReportTools name="kit" sheet={() => ({ header: [], rows: [] })} />,
    'not yet': () => <ReportTools name="kit" sheet={() => ({ header: [], rows: [] })} isReady={false} />,
  },
  sums: {
    some: () => (
      <Sums
        label={pitch()}
        sums={[
          { name: say('Sold', 'المباع'), value: '1,250' },
          { name: say('Paid', 'المدفوع'), value: '990' },
        ]}
      />
    ),
  },
  surface: {
    bars: () =>
      surfaces.map((surface) => (
        <Surface key={surface} surface={surface}>
          {pitch()}{' '}
        </Surface>
      )),
    states: () =>
      (['good', 'warn', 'plain'] as const).map((tone) => (
        <Status key={tone} tone={tone}>
          {say('Active', 'متاح')}
        </Status>
      )),
  },
  toast: { each: () => <Said /> },
  'trial-over': {
    over: () =>
      over(
        <>
          <ChoosePlan />
          <AddLink to="/staff/add">{save()}</AddLink>
          <ChangeButton>{save()}</ChangeButton>
        </>,
      ),
    running: () => (
      <>
        <AddLink to="/staff/add">{save()}</AddLink>
        <ChangeButton>{save()}</ChangeButton>
      </>
    ),
  },
}
