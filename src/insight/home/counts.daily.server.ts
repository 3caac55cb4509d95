import type { DailyTask } from '#business/accounts/daily.server.ts'
import { countCustomers } from '#directory/customers/customer-counts.server.ts'
import { countPlaces } from '#timetable/enrolments/place-counts.server.ts'
import { storeFormerPlaces } from './seats.server.ts'

/** Counts what Home shows, so that it reads only what has changed since (decision 73). */
export const countForHome: DailyTask = async ({ run }) => {
  await run(storeFormerPlaces)
  const countSome = () => run(async (ctx) => [await countCustomers(ctx), await countPlaces(ctx)].some(Boolean))
  while (await countSome());
}
