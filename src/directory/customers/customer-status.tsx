import { useTranslations } from 'use-intl'
import { Status } from '#ui/surface.tsx'
import type { Customer } from './customer.contract.ts'

/** The derived lifecycle as text. */
export function CustomerStatus({ row }: { row: Customer }) {
  const t = useTranslations('customers.lifecycles')
  const tone = row.lifecycle === 'active' ? 'good' : row.lifecycle === 'expiring' || row.lifecycle === 'blocked' ? 'warn' : 'plain'
  return <Status tone={tone}>{t(row.lifecycle)}</Status>
}
