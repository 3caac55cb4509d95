import { template } from '../test/embedded.setup.ts'

/** Each worker's product begins on the prepared database: a start on nothing takes twice as long, and has tests of its own. */
export default async function setup(): Promise<void> {
  process.env['TEST_TEMPLATE'] = await template()
}
