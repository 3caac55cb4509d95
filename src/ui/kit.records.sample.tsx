import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { failureOf } from '#web/call-failure.ts'
import { Button } from './button.tsx'
import { Chips } from './chips.tsx'
import { Choice } from './choice.tsx'
import { ConfirmDialog } from './confirm.tsx'
import { DialogForm } from './dialog-form.tsx'
import { Edit } from './edit.tsx'
import { EntityForm, Group, Pair } from './entity-form.tsx'
import { ArchiveAction } from './entity-list.tsx'
import { ErrorPopup } from './error-popup.tsx'
import { TextField } from './field.tsx'
import { FormPage } from './form-page.tsx'
import { say, type Samples } from './kit.fields.sample.tsx'
import { List, type Column } from './list.tsx'
import type { ListPage, ListState } from './list-state.ts'
import { ListTools, type Filter } from './list-tools.tsx'
import { Failed, Missing, Page, Skeleton, State, Tabs } from './page.tsx'
import { Problems } from './problems.tsx'
import { Status } from './surface.tsx'
import { Table, TableFrame, numberCell, type TableColumn } from './table.tsx'
import { TrialOver } from './trial-over.tsx'
import { useForm } from './use-form.ts'

export const pitch = () => say('North pitch', 'الملعب الشمالي')

export const save = () => say('Save', 'حفظ')

export const nothing = () => {}

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

type Hall = { id: string; version: number; title: string; places: number; state: string }

const halls = (): Hall[] => [
  { id: 'a', version: 1, title: pitch(), places: 24, state: 'active' },
  {
    id: 'b',
    version: 1,
    title: say('Pool with a name that is rather long', 'المسبح ذو الاسم الطويل بعض الشيء'),
    places: 1200,
    state: 'maintenance',
  },
]

const columns = (): Column<Hall>[] => [
  { key: 'title', label: say('Title', 'العنوان'), sort: 'title', cell: ({ title }) => title },
  { key: 'places', label: say('Places', 'الأماكن'), sort: 'places', isNumber: true, cell: ({ places }) => places },
  {
    key: 'state',
    label: say('Status', 'الحالة'),
    cell: ({ state }) => (
      <Status tone={state === 'active' ? 'good' : 'warn'}>
        {state === 'active' ? say('Active', 'متاح') : say('Maintenance', 'صيانة')}
      </Status>
    ),
  },
]

const filters = (): Filter[] => [
  {
    name: 'state',
    label: say('Status', 'الحالة'),
    fallback: 'current',
    options: [
      { value: 'current', label: say('Current', 'الحالية') },
      { value: 'archived', label: say('Archived', 'مؤرشفة') },
    ],
  },
  { name: 'from', label: say('From', 'من'), fallback: '', isDay: true },
]

const plain: ListState = { search: '', page: 1, sort: 'title', direction: 'asc', filters: { state: 'current', from: '' } }

const narrowed: ListState = { ...plain, search: say('pool', 'مسبح'), filters: { state: 'archived', from: '2026-10-05' } }

function HallList({ name, read, state = plain }: { name: string; read: () => Promise<ListPage<Hall>>; state?: ListState }) {
  const query = useQuery({ queryKey: ['kit', name], queryFn: read, retry: false })
  return (
    <List<Hall>
      query={query}
      state={state}
      onState={nothing}
      caption={say('Halls', 'القاعات')}
      columns={columns()}
      filters={filters()}
      href={({ id }) => ({ to: '/services/edit', search: { kind: 'hall', id } })}
      empty={{
        title: say('No hall yet', 'لا قاعات بعد'),
        text: say('Add a room, court or pool.', 'أضف غرفة أو ملعبًا أو مسبحًا.'),
        action: <Button look="primary">{save()}</Button>,
      }}
      rowActions={(row) => <Archive row={row} />}
      readPage={read}
      exportName="halls"
    />
  )
}

const page = (rows: Hall[], total = rows.length) => Promise.resolve({ rows, total, totalIsCapped: false })

function Archive({ row, inUse }: { row: Hall; inUse?: string }) {
  const done = { archived: say('Archived', 'أُرشفت'), restored: say('Restored', 'استُعيدت') }
  const calls = { archive: () => Promise.resolve(row), restore: () => Promise.resolve(row) }
  return <ArchiveAction row={row} calls={calls} name={row.title} messages={done} inUse={inUse} onChanged={() => Promise.resolve()} />
}

const schema = z.object({ title: z.string().check(z.minLength(1, 'lib.fields.required')), code: z.string() })

function useSampleForm(name: string) {
  return useForm({ name, initial: { title: '', code: '' }, schema, submit: () => Promise.resolve() })
}

function HallForm({ name, readOnly }: { name: string; readOnly?: string }) {
  const form = useSampleForm(name)
  return (
    <EntityForm form={form} readOnly={readOnly} sum={say('AED 350', '350 د.إ')}>
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
const inTable = (): TableColumn<Hall>[] => [
  { key: 'title', label: say('Title', 'العنوان'), cell: ({ title }) => <a href="#hall">{title}</a> },
  { key: 'state', label: say('State', 'الحالة'), isLesser: true, cell: ({ state }) => <Status>{state}</Status> },
  { key: 'places', label: say('Places', 'الأماكن'), isNumber: true, cell: ({ places }) => places },
  { key: 'actions', label: say('Actions', 'إجراءات'), isActions: true, cell: (row) => <Archive row={row} /> },
]

const table = () => ({ label: say('Halls', 'القاعات'), columns: inTable(), rows: halls(), keyOf: ({ id }: Hall) => id })

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
        ...months.map((month) => ({ key: `${month}`, label: `2026-${month}`, isNumber: true, cell: ({ places }: Hall) => places * month })),
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
        options={halls().map(({ id, title }) => ({ value: id, label: title }))}
        onChange={nothing}
      />
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
      <Edit entity="halls" read={() => page(halls())}>
        {() => null}
      </Edit>
    ),
  },
  'entity-form': {
    new: () => <HallForm name="sample-new" />,
    'looked at': () => <HallForm name="sample-looked" readOnly={say('An owner looks only.', 'للاطلاع فقط.')} />,
    'after the trial': () => over(<HallForm name="sample-over" />),
  },
  'entity-list': {
    archive: () => <Archive row={halls()[0]!} />,
    restore: () => <Archive row={{ ...halls()[0]!, state: 'archived' }} />,
    'in use': () => <Archive row={halls()[0]!} inUse={say('A batch meets there.', 'تلتقي فيها مجموعة.')} />,
  },
  'error-popup': { open: () => <Opened>{(close) => <ErrorPopup message={pitch()} onClose={close} />}</Opened> },
  'form-page': {
    'no such record': () => (
      <FormPage
        entity="halls"
        titles={{ add: say('New hall', 'قاعة جديدة'), edit: say('Edit hall', 'تعديل القاعة') }}
        read={() => page(halls())}
      >
        {() => null}
      </FormPage>
    ),
  },
  list: {
    rows: () => <HallList name="rows" read={() => page(halls(), 45)} />,
    'none yet': () => <HallList name="none" read={() => page([])} />,
    'no match': () => <HallList name="match" state={narrowed} read={() => page([])} />,
    failed: () => <HallList name="failed" read={() => Promise.reject(new Error('refused'))} />,
    loading: () => <HallList name="loading" read={() => new Promise<never>(nothing)} />,
  },
  'list-tools': {
    plain: () => <ListTools state={plain} onState={nothing} filters={filters()} total="45" onExport={() => Promise.resolve()} />,
    narrowed: () => <ListTools state={narrowed} onState={nothing} filters={filters()} total="2" onExport={() => Promise.resolve()} />,
  },
  page: {
    head: () => (
      <Page title={pitch()} lead={say('Rooms, courts and pools', 'غرف وملاعب ومسابح')} actions={<Button look="primary">{save()}</Button>}>
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
