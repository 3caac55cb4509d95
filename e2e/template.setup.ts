import { template } from '../test/embedded.setup.ts'

/** Each worker's product starts on the prepared database: starting on an empty one takes twice as long and is tested elsewhere. */
export default async function setup(): Promise<void> {
  process.env['TEST_TEMPLATE'] = await template()
}
