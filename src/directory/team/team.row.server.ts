import type { Trx } from '#db/tenant.ts'
import { trainerName } from '#lib/names.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { z } from 'zod/mini'
import type { Member, teamList } from './team.contract.ts'

/** A row without its trainer's name. */
type Stored = Omit<Member, 'trainerName'>

const members = (trx: Trx, vendorId: string) =>
  trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['members.userId as id', 'users.email', 'members.role', 'members.trainerId as trainer', 'members.state'])
    .select(['members.lastSignInAt', 'members.createdAt', 'members.version'])
    .where('members.vendorId', '=', vendorId)

const invitations = (trx: Trx, vendorId: string) =>
  trx
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'trainer', 'state', 'expiresAt', 'createdAt', 'version'])
    .where('vendorId', '=', vendorId)
    .where('state', '=', 'open')

type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['execute']>>[number]
type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitations>['execute']>>[number]

const ofMember = (row: MemberRow): Stored => ({ ...row, isInvitation: false, invitedUntil: null })

/** An invitation expires by the clock alone. */
const ofInvitation = ({ expiresAt, ...row }: InvitationRow, now: string): Stored => ({
  ...row,
  isInvitation: true,
  state: Date.parse(expiresAt) > Date.parse(now) ? 'invited' : 'expired',
  lastSignInAt: null,
  invitedUntil: expiresAt,
})

/** Adds the trainers' names in a separate query, since rows of members and of vendors may lie on different nodes. */
async function named({ trx, vendorId }: TenantContext, rows: Stored[]): Promise<Member[]> {
  const ids = rows.flatMap(({ trainer }) => trainer ?? [])
  const trainers =
    ids.length === 0
      ? []
      : await trx.selectFrom('trainers').select(['id', 'Fname', 'Lname']).where('vendorId', '=', vendorId).where('id', 'in', ids).execute()
  return rows.map((row) => {
    const trainer = trainers.find(({ id }) => id === row.trainer)
    return { ...row, trainerName: trainer ? trainerName(trainer) : '' }
  })
}

/** One page of the members and open invitations, or of the removed members. A business has few, so they are sorted here. */
export async function readTeam(ctx: TenantContext, { state, search, sort, direction, page, size }: z.output<typeof teamList>) {
  const { trx, vendorId, now } = ctx
  const isRemoved = state === 'removed'
  const found = await members(trx, vendorId)
    .where('members.state', isRemoved ? '=' : '<>', 'removed')
    .execute()
  const invited = isRemoved ? [] : await invitations(trx, vendorId).execute()
  const term = search.trim().toLowerCase()
  const rows = [...found.map(ofMember), ...invited.map((row) => ofInvitation(row, now))].filter(({ email }) =>
    email.toLowerCase().includes(term),
  )
  const way = direction === 'asc' ? 1 : -1
  rows.sort((a, b) => way * (a[sort] < b[sort] ? -1 : Number(a[sort] > b[sort]) || (a.id < b.id ? -1 : 1)))
  return { rows: await named(ctx, rows.slice((page - 1) * size, page * size)), total: rows.length, totalIsCapped: false }
}

/** Locks a member until the transaction ends. @throws document/not-found */
export async function lockMember(ctx: TenantContext, id: string): Promise<Member> {
  const { trx, vendorId } = ctx
  const row = await members(trx, vendorId).where('members.userId', '=', id).forUpdate('members').executeTakeFirst()
  if (!row) throw failure('document/not-found')
  const [member] = await named(ctx, [ofMember(row)])
  if (!member) throw failure('document/not-found')
  return member
}

/** Locks an open invitation until the transaction ends. @throws document/not-found */
export async function lockInvitation(ctx: TenantContext, id: string): Promise<Member> {
  const { trx, vendorId, now } = ctx
  const row = await invitations(trx, vendorId).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw failure('document/not-found')
  const [member] = await named(ctx, [ofInvitation(row, now)])
  if (!member) throw failure('document/not-found')
  return member
}
