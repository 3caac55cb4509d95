import type { TenantContext } from './context.ts'

/** What a higher room does in the transaction of an act: before the act locks anything, and once it is done, with what the act needs of that. */
export type Around<Done, Given = void> = {
  before(ctx: TenantContext): Promise<void>
  after(ctx: TenantContext, done: Done): Promise<Given>
}
