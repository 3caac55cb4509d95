import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './enrolments.client.ts'
import { changed } from '#web/changed.ts'
import type { Customer } from '#directory/customers/customer.contract.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { fullName } from '#lib/names.ts'
import { Button } from '#ui/button.tsx'
import { describedBy, Labelled } from '#ui/field.tsx'
import { useFailed } from '#ui/use-failed.ts'
import type { FieldBinding } from '#ui/use-form.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import css from './customer-field.module.css'
import { NewCustomer } from './new-customer.tsx'

type Person = Pick<Customer, 'id' | 'firstName' | 'lastName'> & Partial<Pick<Customer, 'companyName'>>

/** A customer's name, and the company that pays for them. */
const nameOf = (person: Person): string => [fullName(person), person.companyName].filter(Boolean).join(' · ')

/** Parses typed text as a new customer: a phone or an e-mail if it contains one, the rest as the name. */
function newCustomer(typed: string): { firstName: string; lastName: string; phone: string; email: string } {
  const email = /\S+@\S+\.\S+/.exec(typed)?.[0] ?? ''
  const phone = /[+٠-٩\d][\d٠-٩\s()-]{5,}/.exec(typed.replace(email, ''))?.[0].trim() ?? ''
  const [firstName = '', ...rest] = typed.replace(email, '').replace(phone, '').trim().split(/\s+/)
  return { firstName, lastName: rest.join(' '), phone, email }
}

/**
 * Finds a customer by name or phone, or adds one in place: immediately from "Sara Karam 0501234567", or from a name
 * alone after asking for a phone or an e-mail. Everything works by keyboard, and the focus stays in the field.
 */
export function CustomerField({
  field,
  person,
  onPerson,
}: {
  field: FieldBinding<string>
  person: Person | undefined
  onPerson: (person: Person | undefined) => void
}) {
  const t = useTranslations('enrolments.customer')
  const failed = useFailed()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [isAsking, setAsking] = useState(false)
  // One id per typed text, so that neither a double click nor a retry after a lost response creates a duplicate customer.
  const making = useRef({ of: '', id: '', isBusy: false })
  const wanted = typed.trim().slice(0, 40)
  const search = useDebounced(wanted, 200)
  const { data, isError } = useQuery({
    queryKey: ['customers', 'find', search],
    queryFn: () => api.customers.list({ search, size: 6, sort: 'firstName', direction: 'asc' }),
    enabled: search.length >= 2,
  })
  // A quick Enter must not choose a result of an earlier search.
  const found = search === wanted && search.length >= 2 ? data?.rows : undefined
  const fresh = newCustomer(typed)
  const isReachable = fresh.phone !== '' || fresh.email !== ''
  const canCreate = wanted.length >= 2 && fresh.firstName !== '' && (isReachable || found !== undefined || isError)
  const options = [
    ...(found ?? []).map((row) => ({
      key: row.id,
      label: nameOf(row),
      note: row.phone || row.email,
      take: () => choose(row),
    })),
    ...(canCreate
      ? [
          {
            key: 'new',
            label: t('create', { name: fullName(fresh) }),
            note: fresh.phone || fresh.email,
            take: () => (isReachable ? void create(typed) : setAsking(true)),
          },
        ]
      : []),
  ]
  const current = Math.min(at, options.length - 1)
  const list = `${field.id}-options`

  // The chosen customer and the input replace each other, so the focus moves along.
  const isMoving = useRef(false)
  const moved = (part: HTMLElement | null) => {
    if (!part || !isMoving.current) return
    isMoving.current = false
    part.focus()
  }

  function choose(row: Person): void {
    isMoving.current = true
    onPerson(row)
    field.onChange(row.id)
    setTyped('')
    setAsking(false)
  }
  async function create(whole: string): Promise<void> {
    if (making.current.isBusy) return
    if (making.current.of !== whole) making.current = { of: whole, id: newRecordId(), isBusy: false }
    making.current.isBusy = true
    try {
      const row = await api.customers.create({ ...newCustomer(whole), id: making.current.id })
      await changed('customers')
      choose(row)
    } catch (error) {
      failed(error)
    } finally {
      making.current.isBusy = false
    }
  }

  async function createFrom(contact: string): Promise<boolean> {
    const { firstName, phone, email } = newCustomer(contact)
    if (firstName !== '' || (phone === '' && email === '')) return false
    await create(`${typed} ${contact}`)
    return true
  }
  const back = () => {
    isMoving.current = true
    setAsking(false)
  }

  if (person)
    return (
      <p className={css['chosen']}>
        <span dir="auto">{t('chosen', { name: nameOf(person) })}</span>
        <Button
          look="quiet"
          ref={moved}
          onClick={() => {
            isMoving.current = true
            onPerson(undefined)
            field.onChange('')
          }}
        >
          {t('another')}
        </Button>
      </p>
    )
  if (isAsking) return <NewCustomer id={field.id} name={fullName(fresh)} onContact={createFrom} onBack={back} />
  return (
    <Labelled field={field} label={t('label')} hint={t('find')}>
      <input
        ref={moved}
        id={field.id}
        className={css['input']}
        role="combobox"
        autoComplete="off"
        maxLength={80}
        value={typed}
        aria-expanded={options.length > 0}
        aria-controls={list}
        aria-activedescendant={options.length > 0 ? `${list}-${current}` : undefined}
        aria-invalid={Boolean(field.error)}
        aria-describedby={describedBy({ field, hint: true })}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            setAt((current + (event.key === 'ArrowDown' ? 1 : options.length - 1)) % Math.max(options.length, 1))
          } else if (event.key === 'Enter' && options[current]) {
            event.preventDefault()
            options[current].take()
          }
        }}
      />
      <ul id={list} role="listbox" aria-label={t('label')} className={css['options']} hidden={options.length === 0}>
        {options.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The field has the keys.
          <li key={option.key} id={`${list}-${index}`} role="option" aria-selected={index === current} onClick={option.take}>
            <span dir="auto">{option.label}</span> <span className="ltr">{option.note}</span>
          </li>
        ))}
      </ul>
      {found && options.length === 0 && (
        <p className={css['none']} role="status">
          {t('none')}
        </p>
      )}
    </Labelled>
  )
}
