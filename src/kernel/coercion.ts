import { experimental_ZodSmartCoercionPlugin as SmartCoercionPlugin } from '@orpc/zod/zod4'
import type { StandardHandlerOptions, StandardHandlerPlugin } from '@orpc/server/standard'
import type { Call } from './base.ts'

/**
 * Reads numbers and truths from the texts of an address, which can carry nothing else. A JSON body says of each
 * value what it is: there "true" is no consent and "12" no number, as at /rpc.
 */
export class AddressCoercion implements StandardHandlerPlugin<Call> {
  /** Puts the reading before the calls that have no body. */
  init(options: StandardHandlerOptions<Call>): void {
    const read: StandardHandlerOptions<Call> = {}
    new SmartCoercionPlugin<Call>().init(read)
    const [coerced] = read.clientInterceptors ?? []
    options.clientInterceptors ??= []
    if (coerced)
      options.clientInterceptors.unshift((call) => (call.procedure['~orpc'].route.method === 'GET' ? coerced(call) : call.next()))
  }
}
