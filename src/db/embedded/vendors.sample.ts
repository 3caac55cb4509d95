const days = `'[{"id":0,"day":"Sunday","isSelected":true},{"id":1,"day":"Monday","isSelected":false},{"id":2,"day":"Tuesday","isSelected":true},{"id":3,"day":"Wednesday","isSelected":false},{"id":4,"day":"Thursday","isSelected":false},{"id":5,"day":"Friday","isSelected":false},{"id":6,"day":"Saturday","isSelected":false}]'::jsonb`

/** The id of the n-th row of a kind, the same each time. */
const id = (kind: string, n = 'n') => `md5('${kind}' || ${n})::uuid`
const now = `timestamptz '2026-11-21 10:00:00.123456+00' + make_interval(secs => n)`

/**
 * Statements that fill a migrated, seeded database with vendors and all their rows, using values that are
 * easily corrupted in transit: quotes, Arabic, line ends, backslashes, ranges, bytes, NULL.
 * @param hasTerms false for the schemas from before every place had terms
 */
export function vendorRows(vendors: number, auditRows: number, hasTerms = true): string[] {
  const each = `from generate_series(1, ${vendors}) n`
  const image = `'/media/' || repeat(md5(n::text), 2) || '.webp'`
  const words = `E'Padel \\'\\'Court\\'\\' "A" \\\\ ملعب ' || n`
  return [
    `insert into "users" ("id", "email", "emailKey", "passwordHash", "createdAt")
       select ${id('user')}, 'Owner' || n || '@example.org', 'owner' || n || '@example.org', E'x\\n$argon\\t', ${now} ${each}`,
    `insert into "oneTimeCodes" ("emailKey", "hash", "expiresAt") select 'owner' || n || '@example.org', decode('00ff5c27', 'hex') || sha256(n::text::bytea), ${now} ${each}`,
    `insert into "members" ("vendorId", "userId", "role", "state", "createdAt") select ${id('vendor')}, ${id('user')}, 'owner', 'active', ${now} ${each}`,
    `insert into "media" ("vendorId", "image", "purpose", "bytes", "width", "height", "createdAt")
       select ${id('vendor')}, ${image}, 'logo', 1000 + n, 400, 300, ${now} ${each}`,
    `insert into "vendors" ("vendorId", "code", "name", "email", "logo", "username", "address", "postcode", "startingTime", "endingTime", "trainingDays", "latitude", "longitude", "location", "timeZone", "createdAt", "updatedAt")
       select ${id('vendor')}, (select min("id") from "countries"), ${words}, 'o@example.org', ${image}, 'vendor' || n, E'1\\nRoad', '00', '09:00', '22:00', ${days}, 1.0 / 3 * n, -n / 7.0, '', 'Asia/Kuwait', ${now}, ${now} ${each}`,
    `insert into "services" ("vendorId", "id", "vendorRef", "service", "cover", "descriptionEn", "descriptionAr", "state", "createdAt", "updatedAt")
       select ${id('vendor')}, ${id('service')}, '/vendors/' || ${id('vendor')}, (select min("id") from "serviceTypes"), ${image}, repeat(${words}, 2), '', 'published', ${now}, ${now} ${each}`,
    `insert into "trainers" ("vendorId", "id", "avatar", "Fname", "Lname", "cost", "startingTime", "endingTime", "trainingDays", "state", "createdAt", "updatedAt")
       select ${id('vendor')}, ${id('trainer')}, ${image}, 'Layla', 'O''Neil', 90, '09:00', '17:00', ${days}, 'active', ${now}, ${now} ${each}`,
    `insert into "batches" ("vendorId", "id", "service", "name", "code", "price", "currency", "priceUnit", "startingTime", "endingTime", "trainingDays", "totalCandidates", "trainer", "hall", "startDate", "endDate", "state", "createdAt", "updatedAt")
       select ${id('vendor')}, ${id('batch')}, ${id('service')}, 'Batch', 'CODE', 0, 'KWD', 'month', '10:00', '11:00', ${days}, 8, ${id('trainer')}, null, '2026-12-01', '2027-03-01', 'open', ${now}, ${now} ${each}`,
    `insert into "batchSessions" ("vendorId", "id", "batch", "plannedDay", "day", "startsAt", "endsAt", "trainer", "hall", "capacity", "state", "createdAt", "updatedAt")
       select ${id('vendor')}, ${id('session')}, ${id('batch')}, '2026-12-01', '2026-12-01', timestamptz '2026-12-01 07:00+00', timestamptz '2026-12-01 08:00+00',
         ${id('trainer')}, null, 8, 'scheduled', ${now}, ${now} ${each}`,
    `insert into "customers" ("vendorId", "id", "firstName", "lastName", "phone", "email", "gender", "guardianName", "guardianPhone", "source", "language", "tags", "notes", "nickname", "consentMarketing", "showInRankings", "state", "search", "createdAt", "updatedAt")
       select ${id('vendor')}, ${id('customer')}, 'سارة', ${words}, '+96599990000', '', '', '', '', 'walkIn', 'ar', array['a"b', 'c,d', 'NULL'], E'x\\n\ny', '', false, true, 'active', 'sara', ${now}, ${now} ${each}`,
    ...(hasTerms
      ? [
          `insert into "enrolmentTerms" ("vendorId", "enrolment", "number", "price", "reason", "setAt")
       select ${id('vendor')}, ${id('enrolment')}, 1, 25500, ${words}, ${now} ${each}`,
        ]
      : []),
    `insert into "enrolments" ("vendorId", "id", "batch", "customer", "startDate", "endDate", "price", "currency", "priceUnit", "freezes", "state", ${hasTerms ? '"termsNumber", ' : ''}"queuedAt", "createdAt", "updatedAt")
       select ${id('vendor')}, ${id('enrolment')}, ${id('batch')}, ${id('customer')}, '2026-12-01', '2027-03-01', 25500, 'KWD', 'month', '[{"from":"2026-12-24","to":"2026-12-31"}]', 'active', ${hasTerms ? '1, ' : ''}${now}, ${now}, ${now} ${each}`,
    `insert into "attendance" ("vendorId", "session", "enrolment", "customer", "mark", "markedAt", "markedBy")
       select ${id('vendor')}, ${id('session')}, ${id('enrolment')}, ${id('customer')}, 'late', ${now}, ${id('user')} ${each}`,
    `insert into "audit" ("vendorId", "id", "at", "actor", "role", "action", "entity", "target", "before", "after", "requestId", "ip")
       select ${id('vendor', `(n % ${vendors} + 1)`)}, ${id('audit')}, ${now}, ${id('user', `(n % ${vendors} + 1)`)}, 'owner', 'batches.update', 'batches', 'x',
         case when n % 2 = 0 then 'null'::jsonb end, jsonb_build_object('price', n, 'name', ${words}, 'list', array[1, null]), 'r' || n, '::1' from generate_series(1, ${auditRows}) n`,
  ]
}
