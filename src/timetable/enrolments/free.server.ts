import { memberOf } from '#kernel/base.ts'
import { fieldFailure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import { giverRoles } from './enrolment.rules.ts'

/**
 * Checks that the member may give days for free and states a reason.
 * @param field the field that makes the days free
 * @throws request/invalid at `field` or `reason`
 */
export function assertMayGive({ call }: TenantContext, field: 'terms' | 'nextChargeOn' | 'from', reason = ''): void {
  if (!giverRoles.includes(memberOf(call).role)) throw fieldFailure(field, `enrolments.${field === 'from' ? 'freeze' : field}.right`)
  if (reason === '') throw fieldFailure('reason', 'enrolments.reason.required')
}
