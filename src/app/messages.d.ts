import type accounts from '#business/accounts/text.en.json'
import type app from '#app/text.en.json'
import type archives from '#insight/archives/text.en.json'
import type banking from '#money/banking/text.en.json'
import type batches from '#timetable/batches/text.en.json'
import type calendar from '#timetable/calendar/text.en.json'
import type cashbook from '#money/cashbook/text.en.json'
import type challenges from '#insight/challenges/text.en.json'
import type customers from '#directory/customers/text.en.json'
import type dates from '#ui/dates/text.en.json'
import type developers from '#business/developers/text.en.json'
import type enrolments from '#timetable/enrolments/text.en.json'
import type erasure from '#insight/erasure/text.en.json'
import type expenses from '#money/expenses/text.en.json'
import type finance from '#insight/finance/text.en.json'
import type halls from '#directory/halls/text.en.json'
import type history from '#insight/history/text.en.json'
import type journal from '#insight/journal/text.en.json'
import type home from '#insight/home/text.en.json'
import type invite from '#directory/team/invite/text.en.json'
import type acts from '#business/acts/text.en.json'
import type legal from '#business/legal/text.en.json'
import type lib from '#lib/text.en.json'
import type lists from '#ui/lists/text.en.json'
import type notifications from '#business/notifications/text.en.json'
import type views from '#business/views/text.en.json'
import type offer from '#money/quotes/offer/text.en.json'
import type payouts from '#money/payouts/text.en.json'
import type payroll from '#money/payroll/text.en.json'
import type palette from '#app/palette/text.en.json'
import type place from '#timetable/enrolments/place/text.en.json'
import type plans from '#directory/plans/text.en.json'
import type public from '#app/public/text.en.json'
import type quotes from '#money/quotes/text.en.json'
import type rankings from '#insight/rankings/text.en.json'
import type reports from '#insight/reports/text.en.json'
import type effects from '#money/effects/text.en.json'
import type sales from '#money/sales/text.en.json'
import type services from '#directory/services/text.en.json'
import type sessions from '#timetable/sessions/text.en.json'
import type setup from '#business/setup/text.en.json'
import type team from '#directory/team/text.en.json'
import type timeoff from '#timetable/timeoff/text.en.json'
import type trainers from '#directory/trainers/text.en.json'
import type ui from '#ui/text.en.json'

/** The catalogues by area: a key that no catalogue has does not compile. */
declare module 'use-intl' {
  interface AppConfig {
    Locale: import('#lib/manner.ts').Locale
    Messages: {
      acts: typeof acts
      accounts: typeof accounts
      app: typeof app
      archives: typeof archives
      banking: typeof banking
      batches: typeof batches
      calendar: typeof calendar
      cashbook: typeof cashbook
      challenges: typeof challenges
      customers: typeof customers
      dates: typeof dates
      developers: typeof developers
      enrolments: typeof enrolments
      erasure: typeof erasure
      expenses: typeof expenses
      finance: typeof finance
      halls: typeof halls
      history: typeof history
      home: typeof home
      journal: typeof journal
      invite: typeof invite
      legal: typeof legal
      lib: typeof lib
      lists: typeof lists
      notifications: typeof notifications
      views: typeof views
      offer: typeof offer
      palette: typeof palette
      payouts: typeof payouts
      payroll: typeof payroll
      place: typeof place
      plans: typeof plans
      public: typeof public
      quotes: typeof quotes
      rankings: typeof rankings
      reports: typeof reports
      effects: typeof effects
      sales: typeof sales
      services: typeof services
      sessions: typeof sessions
      setup: typeof setup
      team: typeof team
      timeoff: typeof timeoff
      trainers: typeof trainers
      ui: typeof ui
    }
  }
}
