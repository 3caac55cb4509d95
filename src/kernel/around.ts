import type { TenantContext } from './context.ts'

/** What a higher room does in the transaction of an act: before the act locks anything, and once it is done. */
export type Around<Done> = {
  before(ctx: TenantContext): Promise<void>
  after(ctx: TenantContext, done: Done): Promise<void>
}
