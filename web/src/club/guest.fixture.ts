// A phone as the host sees it, for tests.
import type { GuestView } from '../lib/api.ts'

/** Anna's phone, open and without a seat, but for what is said otherwise. */
export const guest = (of: Partial<GuestView>): GuestView => ({
  id: 'g1',
  nick: 'Анна',
  person: '',
  new: false,
  claims: '',
  lent: null,
  left: null,
  other: false,
  deals: false,
  table: '',
  seat: 0,
  askTable: '',
  askSeat: 0,
  since: 0,
  online: true,
  ...of,
})
