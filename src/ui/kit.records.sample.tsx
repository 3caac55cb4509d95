import { useRef, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { failureOf } from '#web/call-failure.ts'
import { Button } from './button.tsx'
import { Chips } from './lists/chips.tsx'
import { Choice } from './choice.tsx'
import { ConfirmDialog } from './confirm.tsx'
import { DialogForm } from './dialog-form.tsx'
import { Edit } from './edit.tsx'
import { EntityForm, Group, Pair } from './entity-form.tsx'
import { ErrorPopup } from './error-popup.tsx'
import { TextField } from './field.tsx'
import { FormPage } from './form-page.tsx'
import { say, type Samples } from './kit.fields.sample.tsx'
import { ArchiveSample, sampleHalls, nothing, onePage, pitch, save, type SampleHall } from './lists/kit.lists.sample.tsx'
import { Failed, Missing, Page, Skeleton, State, Tabs } from './page.tsx'
import { Pill } from './pill.tsx'
import { Problems } from './problems.tsx'
import { SidePanel } from './side-panel.tsx'
import { Status } from './surface.tsx'
import { Table, TableFrame, numberCell, type TableColumn } from './table.tsx'
import { TrialOver } from './trial-over.tsx'
import { useForm } from './use-form.ts'

export const over = (children: ReactNode) => <TrialOver value={true}>{children}</TrialOver>

/** Shows an overlay only after its button is pressed: a dialog would cover the other samples. */
function Opened({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('Open', 'فتح')}</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

const schema = z.object({ title: z.string().check(z.minLength(1, 'lib.fields.required')), code: z.string() })

function useSampleForm(name: string) {
  return useForm({ name, initial: { title: '', code: '' }, schema, submit: () => Promise.resolve() })
}

function HallForm({ name }: { name: string }) {
  const form = useSampleForm(name)
  return (
    <EntityForm form={form} sum={say('AED 350', '350 د.إ')}>
      <Group title={say('What it is', 'ما هي')}>
        <Pair>
          <TextField field={form.field('title')} label={say('Title', 'العنوان')} />
          <TextField field={form.field('code')} label={say('Code', 'الرمز')} />
        </Pair>
      </Group>
    </EntityForm>
  )
}

function Asked({ onClose }: { onClose: () => void }) {
  const form = useSampleForm('asked')
  return (
    <DialogForm form={form} save={save()} back={say('Back', 'رجوع')} onClose={onClose}>
      <TextField field={form.field('title')} label={say('Reason', 'السبب')} />
    </DialogForm>
  )
}

function Refused({ isCall }: { isCall: boolean }) {
  const summary = useRef<HTMLDivElement>(null)
  const failure = isCall ? failureOf(new TypeError()) : null
  const problems = isCall ? [] : [{ id: 'sample-title', key: 'lib.fields.required' }]
  return <Problems form={{ problems, failure, summary }} title={say('There is a problem', 'هناك مشكلة')} />
}

/** The columns of the sample tables. */
const inTable = (): TableColumn<SampleHall>[] => [
  { key: 'title', label: say('Title', 'العنوان'), cell: ({ title }) => <a href="#hall">{title}</a> },
  { key: 'state', label: say('State', 'الحالة'), isLesser: true, cell: ({ state }) => <Status>{state}</Status> },
  { key: 'places', label: say('Places', 'الأماكن'), isNumber: true, cell: ({ places }) => places },
  { key: 'actions', label: say('Actions', 'إجراءات'), isActions: true, cell: (row) => <ArchiveSample row={row} /> },
]

const table = () => ({ label: say('Halls', 'القاعات'), columns: inTable(), rows: sampleHalls(), keyOf: ({ id }: SampleHall) => id })

const months = Array.from({ length: 12 }, (_, at) => at + 1)

/** A table in each of its variants. */
const tableSamples: Samples[string] = {
  'a list': () => <Table {...table()} />,
  'a list with its sum': () => (
    <Table {...table()} caption={say('Halls', 'القاعات')} total={{ name: say('Total', 'المجموع'), of: { places: 1224 } }} />
  ),
  'a sheet with a sum and the own row': () => (
    <Table {...table()} look="sheet" columns={inTable().slice(0, 3)} lookOf={({ id }) => (id === 'a' ? 'own' : 'sum')} />
  ),
  'wider than its room': () => (
    <Table
      {...table()}
      look="sheet"
      columns={[
        ...inTable().slice(0, 1),
        ...months.map((month) => ({
          key: `${month}`,
          label: `2026-${month}`,
          isNumber: true,
          cell: ({ places }: SampleHall) => places * month,
        })),
      ]}
    />
  ),
  'with rows as they are given': () => (
    <TableFrame label={say('Balance', 'الرصيد')} caption={say('Balance', 'الرصيد')} look="sheet">
      <tbody>
        {(['balance', undefined, 'balance'] as const).map((look, at) => (
          <tr key={months[at]} data-look={look}>
            <th scope="row">{pitch()}</th>
            <td className={numberCell}>1,250.00</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  ),
}

export const recordSamples: Samples = {
  table: tableSamples,
  chips: {
    some: () => (
      <Chips total="12" chips={[{ key: 'a', name: `${say('Status', 'الحالة')}: ${say('Active', 'متاح')}`, onRemove: nothing }]} />
    ),
  },
  choice: {
    chosen: () => (
      <Choice
        label={say('Hall', 'القاعة')}
        value="a"
        options={sampleHalls().map(({ id, title }) => ({ value: id, label: title }))}
        onChange={nothing}
      />
    ),
  },
  pill: {
    applied: () => (
      <Pill
        name={say('Hall', 'القاعة')}
        control="sample-pill"
        isApplied
        remove={{ label: say('Remove Hall', 'إزالة القاعة'), run: nothing }}
      >
        <select id="sample-pill" defaultValue="a">
          <option value="a">{pitch()}</option>
        </select>
      </Pill>
    ),
  },
  confirm: {
    asked: () => (
      <Opened>
        {(close) => (
          <ConfirmDialog
            title={say('Cancel the batch?', 'إلغاء المجموعة؟')}
            text={pitch()}
            yes={say('Cancel it', 'إلغاؤها')}
            no={say('Back', 'رجوع')}
            onYes={close}
            onNo={close}
          />
        )}
      </Opened>
    ),
  },
  'dialog-form': { open: () => <Opened>{(close) => <Asked onClose={close} />}</Opened> },
  edit: {
    missing: () => (
      <Edit entity="halls" read={() => onePage(sampleHalls())}>
        {() => null}
      </Edit>
    ),
  },
  'entity-form': {
    new: () => <HallForm name="sample-new" />,
    'after the trial': () => over(<HallForm name="sample-over" />),
  },
  'entity-list': {
    archive: () => <ArchiveSample row={sampleHalls()[0]!} />,
    restore: () => <ArchiveSample row={{ ...sampleHalls()[0]!, state: 'archived' }} />,
    'in use': () => <ArchiveSample row={sampleHalls()[0]!} inUse={say('A batch meets there.', 'تلتقي فيها مجموعة.')} />,
  },
  'side-panel': {
    open: () => (
      <Opened>
        {(close) => (
          <SidePanel title={pitch()} onClose={close} foot={<Button onClick={close}>{save()}</Button>}>
            <p>{say('Mon 23 Nov, 16:00–17:00', 'الاثنين 23 نوفمبر، 16:00–17:00')}</p>
          </SidePanel>
        )}
      </Opened>
    ),
  },
  'error-popup': { open: () => <Opened>{(close) => <ErrorPopup message={pitch()} onClose={close} />}</Opened> },
  'form-page': {
    'no such record': () => (
      <FormPage
        entity="halls"
        titles={{ add: say('New hall', 'قاعة جديدة'), edit: say('Edit hall', 'تعديل القاعة') }}
        read={() => onePage(sampleHalls())}
      >
        {() => null}
      </FormPage>
    ),
  },
  page: {
    head: () => (
      <Page title={pitch()} lead={say('Rooms, courts and pools', 'غرف وملاعب ومسابح')} primary={<Button look="primary">{save()}</Button>}>
        {null}
      </Page>
    ),
    tabs: () => (
      <Tabs
        label={say('Parts', 'أقسام')}
        current="halls"
        tabs={[
          { id: 'halls', label: say('Halls', 'القاعات') },
          { id: 'batches', label: say('Batches', 'المجموعات') },
        ]}
      />
    ),
    state: () => <State title={say('No match', 'لا نتائج')} text={pitch()} action={<Button>{save()}</Button>} />,
    failed: () => <Failed retry={nothing} />,
    missing: () => <Missing />,
    loading: () => <Skeleton rows={3} />,
  },
  problems: { 'refused fields': () => <Refused isCall={false} />, 'refused call': () => <Refused isCall={true} /> },
}
