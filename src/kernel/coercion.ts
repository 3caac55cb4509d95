import { experimental_ZodSmartCoercionPlugin as SmartCoercionPlugin } from '@orpc/zod/zod4'
import type { StandardHandlerOptions, StandardHandlerPlugin } from '@orpc/server/standard'
import type { Call } from './base.ts'

/**
 * Reads numbers and booleans from the texts of a URL, which can carry nothing else. A JSON body states the type of
 * each value: there "true" is not a boolean and "12" not a number, as at /rpc.
 */
export class AddressCoercion implements StandardHandlerPlugin<Call> {
  /** Installs the coercion before the calls that have no body. */
  init(options: StandardHandlerOptions<Call>): void {
    const read: StandardHandlerOptions<Call> = {}
    new SmartCoercionPlugin<Call>().init(read)
    const [coerced] = read.clientInterceptors ?? []
    options.clientInterceptors ??= []
    if (coerced)
      options.clientInterceptors.unshift((call) => (call.procedure['~orpc'].route.method === 'GET' ? coerced(call) : call.next()))
  }
}
