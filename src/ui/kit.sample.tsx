import { useTranslations } from 'use-intl'
import { BoardName } from './board-name.tsx'
import { Button, type ButtonLook } from './button.tsx'
import { CheckBox } from './check-box.tsx'
import { CheckMark } from './check-mark.tsx'
import { Conflicts } from './conflict-list.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dots } from './charts/dots.tsx'
import { EmptyPage, type Drawing } from './empty-page.tsx'
import { Face } from './face.tsx'
import { Facts } from './facts.tsx'
import { FailureText } from './failure-text.tsx'
import { Formula } from './formula.tsx'
import { Icon } from './icon.tsx'
import { chartSamples } from './charts/kit.charts.sample.tsx'
import { seriesSamples } from './charts/kit.series.sample.tsx'
import { fieldSamples, say, type Samples } from './kit.fields.sample.tsx'
import { Menu } from './menu.tsx'
import { PlaceBar } from './place-bar.tsx'
import { PlaceLink } from './place-link.tsx'
import { ReportTools } from './report-tools.tsx'
import { Segments } from './segments.tsx'
import { StepButtons } from './step-buttons.tsx'
import { Sums } from './sums.tsx'
import { Status, Surface } from './surface.tsx'
import { toastError, Toasts, toastSuccess, toastUndo } from './toast.tsx'
import { AddLink, ChangeButton, ChoosePlan } from './trial-over.tsx'
import { listSamples, nothing, pitch, save } from './lists/kit.lists.sample.tsx'
import { over, recordSamples } from './kit.records.sample.tsx'

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
  ...listSamples,
  ...fieldSamples,
  ...chartSamples,
  ...seriesSamples,
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
          { key: 'a', label: save(), isChange: true, run: nothing },
          { key: 'b', label: say('Move', 'نقل'), isChange: true, reason: pitch(), run: nothing },
        ]}
      />
    ),
    busy: () => <Menu label={say('Actions', 'إجراءات')} items={[]} isBusy />,
  },
  'check-mark': { plain: () => <CheckMark /> },
  'place-link': { plain: () => <PlaceLink place={{ to: '/services' }}>{pitch()}</PlaceLink> },
  'place-bar': {
    free: () => (
      <Surface surface="clay">
        <PlaceBar booked={14} capacity={25} />
      </Surface>
    ),
    over: () => <PlaceBar booked={13} capacity={12} />,
    many: () => <PlaceBar booked={48} capacity={60} />,
  },
  'report-tools': {
    ready: () => <ReportTools name="kit" sheet={() => ({ header: [], rows: [] })} />,
    'not yet': () => <ReportTools name="kit" sheet={() => ({ header: [], rows: [] })} isReady={false} />,
  },
  segments: {
    of: () => (
      <Segments
        label={say('Sessions', 'الحصص')}
        current="one"
        options={[
          { value: 'one', label: say('Only this session', 'هذه الحصة فقط') },
          { value: 'following', label: say('This and the following', 'هذه وما بعدها') },
        ]}
        onChoose={nothing}
      />
    ),
  },
  'step-buttons': {
    running: () => (
      <StepButtons
        previous={{ label: say('Previous month', 'الشهر السابق'), run: nothing }}
        now={{ label: say('This month', 'هذا الشهر'), run: nothing, isOff: true }}
        next={{ label: say('Next month', 'الشهر التالي'), run: nothing, isOff: true }}
      />
    ),
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
  dots: {
    each: () => <Dots dots={['present', 'late', 'absent', 'excused']} count={6} label={say('2 of 4 attended', 'حضر 2 من 4')} />,
  },
  face: {
    initials: () => surfaces.map((surface) => <Face key={surface} name={say('Amal Haddad', 'أمل حداد')} surface={surface} />),
    large: () => <Face name={say('Amal Haddad', 'أمل حداد')} surface="turf" isLarge />,
    'one word': () => <Face name={say('amal@mail.example', 'أمل')} />,
  },
  icon: { each: () => ['search', 'bell', 'menu', 'close'].map((name) => <Icon key={name} name={name} />) },
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
