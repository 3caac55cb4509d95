import { useQuery } from '@tanstack/react-query'
import { Button } from '../button.tsx'
import { DaysPill } from './days-pill.tsx'
import { ArchiveAction } from './entity-list.tsx'
import { say, type Samples } from '../kit.fields.sample.tsx'
import { List, type Column } from './list.tsx'
import { SelectionBar, type Selecting } from './list-selection.tsx'
import type { ListPage, ListState } from './list-state.ts'
import { ListIcon } from './list-icon.tsx'
import { ListLayout } from './list-layout.tsx'
import { ListTools, type Filter } from './list-tools.tsx'
import { ListViews } from './list-views.tsx'
import { Status } from '../surface.tsx'
import { SaveAsView, ViewTools } from './view-tools.tsx'

export const pitch = () => say('North pitch', 'الملعب الشمالي')

export const save = () => say('Save', 'حفظ')

export const nothing = () => {}

export type SampleHall = { id: string; version: number; title: string; places: number; state: string }

export const sampleHalls = (): SampleHall[] => [
  { id: 'a', version: 1, title: pitch(), places: 24, state: 'active' },
  {
    id: 'b',
    version: 1,
    title: say('Pool with a name that is rather long', 'المسبح ذو الاسم الطويل بعض الشيء'),
    places: 1200,
    state: 'maintenance',
  },
]

const columns = (): Column<SampleHall>[] => [
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
  { name: 'to', label: say('To', 'إلى'), fallback: '', isDay: true },
]

const plain: ListState = { search: '', page: 1, sort: 'title', direction: 'asc', filters: { state: 'current', from: '', to: '' } }

const narrowed: ListState = { ...plain, search: say('pool', 'مسبح'), filters: { state: 'archived', from: '2026-10-05', to: '' } }

const selecting = (): Selecting<SampleHall> => ({
  nameOf: ({ title }) => title,
  sum: (rows) => `${rows.reduce((sum, { places }) => sum + places, 0)}`,
  verbs: (_, done) => [
    { key: 'tag', label: say('Tag', 'وسم'), run: done },
    { key: 'move', label: say('Move', 'نقل'), reason: say('A batch meets there.', 'تلتقي فيها مجموعة.'), run: nothing },
  ],
})

function HallList({ name, read, state = plain }: { name: string; read: () => Promise<ListPage<SampleHall>>; state?: ListState }) {
  const query = useQuery({ queryKey: ['kit', name], queryFn: read, retry: false })
  return (
    <List<SampleHall>
      query={query}
      state={state}
      onState={nothing}
      of={{ list: 'kit.halls', sort: 'title', key: ['kit', 'counts'], callOf: () => null }}
      caption={say('Halls', 'القاعات')}
      columns={columns()}
      filters={filters()}
      href={({ id }) => ({ to: '/services/edit', search: { kind: 'hall', id } })}
      empty={{
        title: say('No hall yet', 'لا قاعات بعد'),
        text: say('Add a room, court or pool.', 'أضف غرفة أو ملعبًا أو مسبحًا.'),
        action: <Button look="primary">{save()}</Button>,
      }}
      face={({ title }) => ({ name: title })}
      selecting={selecting()}
      rowActions={(row) => <ArchiveSample row={row} />}
      call={({ title }) => ({ phone: '+44 20 7946 0000', label: say(`Call: ${title}`, `اتصال: ${title}`) })}
      quick={({ id }) => ({ label: say('Open', 'فتح'), place: { to: '/services/edit', search: { kind: 'hall', id } } })}
      readPage={read}
      exportName="halls"
    />
  )
}

export const onePage = (rows: SampleHall[], total = rows.length) => Promise.resolve({ rows, total, totalIsCapped: false })

/** The menu of a row of the sample. */
export function ArchiveSample({ row, inUse }: { row: SampleHall; inUse?: string }) {
  const done = { archived: say('Archived', 'أُرشفت'), restored: say('Restored', 'استُعيدت') }
  const calls = { archive: () => Promise.resolve(row), restore: () => Promise.resolve(row) }
  return <ArchiveAction row={row} calls={calls} name={row.title} messages={done} inUse={inUse} onChanged={() => Promise.resolve()} />
}

const views = () => [
  { key: 'all', label: say('All', 'الكل'), query: '' },
  { key: 'archived', label: say('Archived', 'مؤرشفة'), query: 'state=archived', count: { total: 1204, totalIsCapped: false } },
  { key: 'late', label: say('Being counted', 'قيد العد'), query: 'state=late', count: null },
]

const layout = () => ({
  columns: columns()
    .slice(1)
    .map(({ key, label }) => ({ key, label, isShown: key === 'places' })),
  hiddenSorts: [],
  isCompact: false,
  choose: nothing,
  reset: nothing,
})

/** A list that shows a view of the member's own, and something that no view says yet. */
const ownView = () => ({
  list: 'kit.list',
  plain: { sort: 'title', filters: filters(), today: '2026-11-27' },
  own: { list: 'kit.list', views: [], save: () => Promise.resolve(), remove: () => Promise.resolve(), SaveView: () => null },
  shown: [],
  current: { key: 'own', label: say('Archived pools', 'المسابح المؤرشفة'), query: 'state=archived', isOwn: true },
  narrowed: 'state=archived',
  unsaved: 'sort=title&direction=asc',
  choose: nothing,
})

export const listSamples: Samples = {
  list: {
    rows: () => <HallList name="rows" read={() => onePage(sampleHalls(), 45)} />,
    'none yet': () => <HallList name="none" read={() => onePage([])} />,
    'no match': () => <HallList name="match" state={narrowed} read={() => onePage([])} />,
    failed: () => <HallList name="failed" read={() => Promise.reject(new Error('refused'))} />,
    loading: () => <HallList name="loading" read={() => new Promise<never>(nothing)} />,
  },
  'list-selection': {
    chosen: () => (
      <SelectionBar
        selection={{
          rows: sampleHalls(),
          verbs: selecting().verbs(sampleHalls(), nothing),
          sum: '1,224',
          rest: { count: 45, isAll: true, run: nothing },
          clear: nothing,
        }}
        onExport={() => Promise.resolve()}
      />
    ),
  },
  'list-icon': {
    each: () => (['download', 'print', 'filter', 'choose', 'layout', 'call'] as const).map((name) => <ListIcon key={name} name={name} />),
  },
  'list-tools': {
    plain: () => (
      <ListTools
        state={plain}
        onState={nothing}
        filters={filters()}
        total="45"
        onExport={() => Promise.resolve()}
        onPrint={() => Promise.resolve()}
      />
    ),
    narrowed: () => (
      <ListTools
        state={narrowed}
        onState={nothing}
        filters={filters()}
        total="2"
        onExport={() => Promise.resolve()}
        onPrint={() => Promise.resolve()}
      />
    ),
  },
  'list-layout': {
    columns: () => <ListLayout layout={layout()} />,
    'rows alone': () => <ListLayout layout={{ ...layout(), columns: [], isCompact: true }} />,
  },
  'days-pill': {
    any: () => <DaysPill days={{ from: '', to: '' }} labels={{ from: say('From', 'من'), to: say('To', 'إلى') }} onChange={nothing} />,
    'by hand': () => (
      <DaysPill
        days={{ from: '2026-10-05', to: '2026-10-09' }}
        labels={{ from: say('From', 'من'), to: say('To', 'إلى') }}
        onChange={nothing}
      />
    ),
  },
  'view-tools': {
    'not saved yet': () => <SaveAsView views={ownView()} isSheet={false} />,
    menu: () => <ViewTools views={ownView()} isSheet={false} />,
    'in a sheet': () => <ViewTools views={ownView()} isSheet />,
  },
  'list-views': {
    current: () => <ListViews views={views()} current="archived" onChoose={nothing} />,
  },
}
