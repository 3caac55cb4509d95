import { addMonths } from '#lib/days.ts'

/** The id of one of the vendors, from 1. */
export const vendorOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

/**
 * Statements that create this many vendors of Kuwait, on a plan, each with monthly enrolments that are to be charged on a day.
 * The database's owner runs them.
 * @param today that day, YYYY-MM-DD; the enrolments began a month before
 * @param people the enrolments of each
 */
export function dueVendors(count: number, today: string, people = 3): string[] {
  const [begun, end] = [addMonths(today, -1), addMonths(today, 8)]
  const id = (kind: string, n = 'n') => `md5('${kind}' || ${n})::uuid`
  const vendor = `('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`
  const each = `from generate_series(1, ${count}) n`
  const image = `'/media/${'a'.repeat(64)}.webp'`
  const week = `(select jsonb_agg(jsonb_build_object('id', d, 'day', 'Sunday', 'isSelected', true)) from generate_series(0, 6) d)`
  const stamps = `timestamptz '${addMonths(begun, -1)} 09:00Z', timestamptz '${addMonths(begun, -1)} 09:00Z'`
  return [
    `insert into "merchants" ("vendorId", "uid", "email", "code", "lastUpdated", "createdAt", "updatedAt") select ${vendor}, ${vendor}, '', 'KW', ${stamps}, now() ${each}`,
    `insert into "vendorPlans" ("vendorId", "plan", "updatedAt") select ${vendor}, 'pro', now() ${each}`,
    `insert into "media" ("vendorId", "image", "purpose", "bytes", "width", "height", "createdAt")
       select ${vendor}, ${image}, 'cover', 1000, 400, 300, timestamptz '${addMonths(begun, -1)} 09:00Z' ${each}`,
    `insert into "services" ("vendorId", "id", "vendorRef", "service", "cover", "descriptionEn", "descriptionAr", "state", "createdAt", "updatedAt")
       select ${vendor}, ${id('s')}, '', 'football', ${image}, 'Football for girls and boys', '', 'published', ${stamps} ${each}`,
    `insert into "trainers" ("vendorId", "id", "avatar", "Fname", "Lname", "cost", "startingTime", "endingTime", "trainingDays", "state", "createdAt", "updatedAt")
       select ${vendor}, ${id('t')}, ${image}, 'Mariam', 'Haddad', 100, '06:00', '22:00', ${week}, 'active', ${stamps} ${each}`,
    `insert into "batches" ("vendorId", "id", "service", "name", "code", "price", "currency", "priceUnit", "startingTime", "endingTime", "trainingDays", "totalCandidates", "trainer", "hall", "startDate", "endDate", "state", "createdAt", "updatedAt")
       select ${vendor}, ${id('b')}, ${id('s')}, 'Juniors', 'C-1', 30000, 'KWD', 'month', '17:00', '18:00', ${week}, ${3 * people}, ${id('t')}, null, '${begun}', '${end}', 'open', ${stamps} ${each}`,
    `insert into "customers" ("vendorId", "id", "firstName", "lastName", "phone", "email", "gender", "guardianName", "guardianPhone", "source", "language", "tags", "notes", "nickname", "consentMarketing", "showInRankings", "state", "search", "createdAt", "updatedAt")
       select ${vendor}, ${id('c', `n || '-' || k`)}, 'Sara', 'No ' || k, '', 'sara' || k || '@example.com', '', '', '', 'walkIn', 'ar', '{}', '', '', false, true, 'active', '', ${stamps} ${each}, generate_series(1, ${people}) k`,
    `insert into "enrolmentTerms" ("vendorId", "enrolment", "number", "price", "setAt")
       select ${vendor}, ${id('e', `n || '-' || k`)}, 1, 30000, now() ${each}, generate_series(1, ${people}) k`,
    `insert into "enrolments" ("vendorId", "id", "batch", "customer", "startDate", "endDate", "nextChargeOn", "price", "currency", "priceUnit", "state", "termsNumber", "queuedAt", "createdAt", "updatedAt")
       select ${vendor}, ${id('e', `n || '-' || k`)}, ${id('b')}, ${id('c', `n || '-' || k`)}, '${begun}', '${end}', '${today}', 30000, 'KWD', 'month', 'active', 1, ${stamps}, now() ${each}, generate_series(1, ${people}) k`,
  ]
}
