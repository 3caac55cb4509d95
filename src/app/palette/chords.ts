import type { Place } from '#lib/addresses.ts'

/** A place that two keys in a row lead to: G for going there, N for something new. */
export type Chord = { readonly keys: `${'G' | 'N'} ${string}`; readonly place: Place }

/** On a keyboard without Latin letters a key counts as the Latin letter in its position. */
export const chords: readonly Chord[] = [
  { keys: 'G H', place: { to: '/' } },
  { keys: 'G S', place: { to: '/services' } },
  { keys: 'G B', place: { to: '/services', search: { tab: 'batches' } } },
  { keys: 'G D', place: { to: '/services', search: { tab: 'calendar' } } },
  { keys: 'G L', place: { to: '/sales' } },
  { keys: 'G I', place: { to: '/sales', search: { tab: 'sales' } } },
  { keys: 'G C', place: { to: '/sales', search: { tab: 'customers' } } },
  { keys: 'G T', place: { to: '/staff' } },
  { keys: 'G F', place: { to: '/finance' } },
  { keys: 'G A', place: { to: '/challenges' } },
  { keys: 'G R', place: { to: '/rankings' } },
  { keys: 'G U', place: { to: '/setup' } },
  { keys: 'G N', place: { to: '/notifications' } },
  { keys: 'N S', place: { to: '/sales/add' } },
  { keys: 'N C', place: { to: '/sales/customer/add' } },
  { keys: 'N B', place: { to: '/services/add', search: { kind: 'batch' } } },
  { keys: 'N Q', place: { to: '/sales/quote/add' } },
  { keys: 'N E', place: { to: '/finance/expense' } },
  { keys: 'N T', place: { to: '/staff/add' } },
]

const said = ({ to, search = {} }: { to: string; search?: object }) => JSON.stringify([to, search])
const byPlace = new Map(chords.map(({ keys, place }) => [said(place), keys]))

/** The keys that lead to a place, such as `G C`; undefined for a place without. */
export const keysOfPlace = (place: { to: string; search?: object }): string | undefined => byPlace.get(said(place))
