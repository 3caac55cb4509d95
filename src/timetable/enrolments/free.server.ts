import { memberOf } from '#kernel/base.ts'
import { fieldFailure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import { giverRoles } from './enrolment.rules.ts'

/**
 * Refuses days that no one pays for to who may not give them, and to who says no reason.
 * @param field the field that makes them free
 * @throws request/invalid at `field` or `reason`
 */
export function assertMayGive({ call }: TenantContext, field: 'terms' | 'nextChargeOn', reason = ''): void {
  if (!giverRoles.includes(memberOf(call).role)) throw fieldFailure(field, `enrolments.${field}.right`)
  if (reason === '') throw fieldFailure('reason', 'enrolments.reason.required')
}
