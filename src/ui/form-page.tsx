import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Edit } from './edit.tsx'
import { Page } from './page.tsx'

/**
 * The screen of a record's form: a new record at an address that ends with `/add`, else the one in `?id=`.
 * @param entity the first part of the record's query key
 * @param titles the screen's titles, for a new and for an existing record
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
