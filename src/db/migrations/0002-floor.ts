import type { Migrator } from '../migrator.ts'

const hours = (table: string) => `
     "startingTime" text not null constraint "${table}StartingTime" check ("startingTime" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
     "endingTime" text not null constraint "${table}EndingTime" check ("endingTime" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
     "trainingDays" jsonb not null constraint "${table}TrainingDays"
       check (jsonb_array_length("trainingDays") = 7 and jsonb_path_exists("trainingDays", '$[*] ? (@.isSelected == true)'))`

const stamps = `
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1`

/** The vendor and its services, halls, trainers and batches: everything here belongs to one vendor. */
export async function up({ run, platformTable, tenantTable }: Migrator): Promise<void> {
  await platformTable(
    'serviceTypes',
    `"id" text primary key, "nameEn" text not null, "nameAr" text not null, "category" text not null, "surface" text not null`,
    { reference: true },
  )
  await tenantTable(
    'media',
    `"image" text not null,
     "purpose" text not null,
     "bytes" integer not null,
     "width" integer not null,
     "height" integer not null,
     "createdAt" timestamptz not null,
     primary key ("vendorId", "image")`,
  )
  await tenantTable(
    'merchants',
    `"uid" uuid not null,
     "email" text not null,
     "code" text not null constraint "merchantsCountry" references "countries" ("id"),
     "name" text not null default '',
     "isActive" boolean not null default true,
     "isDeleted" boolean not null default false,
     "isOnLine" boolean not null default false,
     "lastLogin" timestamptz,
     "lastUpdated" timestamptz not null,
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     primary key ("vendorId")`,
  )
  await tenantTable(
    'vendors',
    `"code" text not null constraint "vendorsCountry" references "countries" ("id"),
     "name" text not null constraint "vendorsName" check (char_length("name") between 1 and 50),
     "email" text not null,
     "logo" text not null,
     "username" text not null constraint "vendorsUsername" check (char_length("username") between 1 and 50),
     "address" text not null constraint "vendorsAddress" check (char_length("address") between 1 and 120),
     "postcode" text not null constraint "vendorsPostcode" check (char_length("postcode") between 1 and 20),
     ${hours('vendors')},
     "latitude" double precision constraint "vendorsLatitude" check ("latitude" between -90 and 90),
     "longitude" double precision constraint "vendorsLongitude" check ("longitude" between -180 and 180),
     "location" text not null constraint "vendorsLocation" check (char_length("location") <= 120),
     "timeZone" text not null,
     ${stamps},
     primary key ("vendorId"),
     constraint "vendorsHours" check ("startingTime" <> "endingTime"),
     constraint "vendorsLogo" foreign key ("vendorId", "logo") references "media" ("vendorId", "image")`,
  )
  await tenantTable(
    'services',
    `"id" uuid not null,
     "vendorRef" text not null,
     "service" text not null constraint "servicesType" references "serviceTypes" ("id"),
     "cover" text not null,
     "descriptionEn" text not null constraint "servicesDescriptionEn" check (char_length("descriptionEn") between 20 and 200),
     "descriptionAr" text not null constraint "servicesDescriptionAr" check (char_length("descriptionAr") <= 200),
     "state" text not null constraint "servicesState" check ("state" in ('draft','published','archived')),
     ${stamps},
     primary key ("vendorId", "id"),
     constraint "servicesCover" foreign key ("vendorId", "cover") references "media" ("vendorId", "image")`,
  )
  await run(`create index "servicesNewest" on "services" ("vendorId", "createdAt", "id")`)
  await run(`create index "servicesCoverUse" on "services" ("vendorId", "cover")`)
  await tenantTable(
    'halls',
    `"id" uuid not null,
     "title" text not null constraint "hallsTitle" check (char_length("title") between 4 and 50),
     "size" integer not null constraint "hallsSize" check ("size" between 1 and 1000000),
     "totalCandidates" integer not null constraint "hallsTotalCandidates" check ("totalCandidates" between 1 and 100000),
     "audience" text not null constraint "hallsAudience" check ("audience" in ('mixed','women','men','children')),
     "state" text not null constraint "hallsState" check ("state" in ('active','maintenance','archived')),
     ${stamps},
     primary key ("vendorId", "id")`,
  )
  await run(`create index "hallsNewest" on "halls" ("vendorId", "createdAt", "id")`)
  await tenantTable(
    'trainers',
    `"id" uuid not null,
     "avatar" text not null,
     "Fname" text not null constraint "trainersFname" check (char_length("Fname") between 4 and 20),
     "Lname" text not null constraint "trainersLname" check (char_length("Lname") between 4 and 20),
     "cost" integer not null constraint "trainersCost" check ("cost" between 1 and 1000000),
     ${hours('trainers')},
     "state" text not null constraint "trainersState" check ("state" in ('active','archived')),
     ${stamps},
     primary key ("vendorId", "id"),
     constraint "trainersHours" check ("endingTime" > "startingTime"),
     constraint "trainersAvatar" foreign key ("vendorId", "avatar") references "media" ("vendorId", "image")`,
  )
  await run(`create index "trainersNewest" on "trainers" ("vendorId", "createdAt", "id")`)
  await run(`create index "trainersAvatarUse" on "trainers" ("vendorId", "avatar")`)
  await tenantTable(
    'trainerServices',
    `"trainer" uuid not null,
     "service" uuid not null,
     "position" smallint not null,
     primary key ("vendorId", "trainer", "service"),
     constraint "trainerServicesTrainer" foreign key ("vendorId", "trainer") references "trainers" ("vendorId", "id") on delete cascade,
     constraint "trainerServicesService" foreign key ("vendorId", "service") references "services" ("vendorId", "id")`,
  )
  await run(`create index "trainerServicesUse" on "trainerServices" ("vendorId", "service")`)
  await tenantTable(
    'batches',
    `"id" uuid not null,
     "service" uuid not null,
     "name" text not null constraint "batchesName" check (char_length("name") between 3 and 30),
     "code" text not null constraint "batchesCodeLength" check (char_length("code") between 3 and 30),
     "price" bigint not null constraint "batchesPrice" check ("price" between 0 and 1000000000000),
     "currency" text not null,
     "priceUnit" text not null constraint "batchesPriceUnit" check ("priceUnit" in ('month','term','session')),
     ${hours('batches')},
     "totalCandidates" integer not null constraint "batchesTotalCandidates" check ("totalCandidates" between 1 and 100000),
     "trainer" uuid not null,
     "hall" uuid,
     "startDate" date not null,
     "endDate" date not null,
     "state" text not null constraint "batchesState" check ("state" in ('draft','open','completed','cancelled','archived')),
     ${stamps},
     primary key ("vendorId", "id"),
     constraint "batchesHours" check ("endingTime" > "startingTime"),
     constraint "batchesDates" check ("endDate" >= "startDate"),
     constraint "batchesLength" check ("endDate" <= "startDate" + interval '1 year'),
     constraint "batchesService" foreign key ("vendorId", "service") references "services" ("vendorId", "id"),
     constraint "batchesTrainer" foreign key ("vendorId", "trainer") references "trainers" ("vendorId", "id"),
     constraint "batchesHall" foreign key ("vendorId", "hall") references "halls" ("vendorId", "id")`,
  )
  await run(`create unique index "batchesCode" on "batches" ("vendorId", lower("code"))`)
  await run(`create index "batchesNewest" on "batches" ("vendorId", "createdAt", "id")`)
  await run(`create index "batchesByService" on "batches" ("vendorId", "service")`)
  await run(`create index "batchesByTrainer" on "batches" ("vendorId", "trainer")`)
  await run(`create index "batchesByHall" on "batches" ("vendorId", "hall")`)
  await tenantTable(
    'batchSlots',
    `"batch" uuid not null,
     "day" smallint not null constraint "batchSlotsDay" check ("day" between 0 and 6),
     "hours" int4range not null,
     "dates" daterange not null,
     "trainer" uuid not null,
     "hall" uuid,
     primary key ("vendorId", "batch", "day"),
     constraint "batchSlotsBatch" foreign key ("vendorId", "batch") references "batches" ("vendorId", "id") on delete cascade,
     constraint "batchSlotsTrainer" exclude using gist ("vendorId" with =, "trainer" with =, "day" with =, "hours" with &&, "dates" with &&),
     constraint "batchSlotsHall" exclude using gist ("vendorId" with =, "hall" with =, "day" with =, "hours" with &&, "dates" with &&) where ("hall" is not null)`,
  )
  await tenantTable(
    'audit',
    `"id" uuid not null,
     "at" timestamptz not null,
     "actor" uuid not null,
     "role" text not null,
     "action" text not null,
     "entity" text not null,
     "target" text not null,
     "before" jsonb,
     "after" jsonb,
     "requestId" text not null,
     "ip" text not null,
     primary key ("vendorId", "id")`,
    { appendOnly: true },
  )
}
