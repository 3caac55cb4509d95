import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Edit } from './edit.tsx'
import { Page } from './page.tsx'

/**
 * The screen of a record's form: a new one at an address that ends with `/add`, else the one that `?id=` names.
 * @param entity begins the key under which the record is kept
 * @param titles of the screen, for a new record and for one that is there
 */
export function FormPage<Row>({
  entity,
  titles,
  lead,
  read,
  children,
}: {
  entity: string
  titles: { add: string; edit: string }
  lead?: ReactNode
  read: (id: string) => Promise<Row>
  children: (row: Row | null) => ReactNode
}) {
  const isNew = useRouterState({ select: ({ location }) => location.pathname.endsWith('/add') })
  return (
    <Page title={isNew ? titles.add : titles.edit} lead={lead}>
      {isNew ? (
        children(null)
      ) : (
        <Edit entity={entity} read={read}>
          {children}
        </Edit>
      )}
    </Page>
  )
}
