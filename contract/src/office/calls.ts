import type { z } from 'zod'
import { officeAccountCalls } from '../calls/office/account.ts'
import { officeCodeCalls } from '../calls/office/codes.ts'
import { officeComplaintCalls } from '../calls/office/complaints.ts'
import { officeCounterCalls } from '../calls/office/counter.ts'
import { officeDateChangeCalls } from '../calls/office/date-changes.ts'
import { officeDoorCalls } from '../calls/office/door.ts'
import { officeEventCalls } from '../calls/office/events.ts'
import { officeGiftAidCalls } from '../calls/office/gift-aid.ts'
import { officeGiveCalls } from '../calls/office/give.ts'
import { officeHealthCalls } from '../calls/office/health.ts'
import { officeHelpCalls } from '../calls/office/help.ts'
import { officeHomeCalls } from '../calls/office/home.ts'
import { officeHouseSeatCalls } from '../calls/office/house-seats.ts'
import { officeIntegrationCalls } from '../calls/office/integrations.ts'
import { officeListCalls } from '../calls/office/lists.ts'
import { officeLogCalls } from '../calls/office/log.ts'
import { officeMailingCalls } from '../calls/office/mailings.ts'
import { officeMoneyCalls } from '../calls/office/money.ts'
import { officeOrderCalls } from '../calls/office/orders.ts'
import { officeOrganiserCalls } from '../calls/office/organisers.ts'
import { officePartyCalls } from '../calls/office/parties.ts'
import { officePictureCalls } from '../calls/office/pictures.ts'
import { officeQueueCalls } from '../calls/office/queue.ts'
import { officeRequestCalls } from '../calls/office/requests.ts'
import { officeSettingsCalls } from '../calls/office/settings.ts'
import { officeSignInCalls } from '../calls/office/sign-in.ts'
import type { OfficeSpec } from '../calls/office/spec.ts'
import { officeTeamCalls } from '../calls/office/team.ts'
import { officeTextCalls } from '../calls/office/texts.ts'
import { officeWaitingCalls } from '../calls/office/waiting-list.ts'
import type { OfficeCallName } from './paths.ts'

/** Every call of the office with its schemas and its right. A path without schemas, or schemas without a path, does not compile. */
export const OFFICE_CALLS = {
  ...officeSignInCalls,
  ...officeAccountCalls,
  ...officeHelpCalls,
  ...officeHomeCalls,
  ...officeEventCalls,
  ...officeCodeCalls,
  ...officeDoorCalls,
  ...officeQueueCalls,
  ...officeWaitingCalls,
  ...officeHouseSeatCalls,
  ...officeDateChangeCalls,
  ...officeOrderCalls,
  ...officeComplaintCalls,
  ...officeRequestCalls,
  ...officePartyCalls,
  ...officeListCalls,
  ...officeMoneyCalls,
  ...officeCounterCalls,
  ...officeGiveCalls,
  ...officeGiftAidCalls,
  ...officeMailingCalls,
  ...officeSettingsCalls,
  ...officePictureCalls,
  ...officeTextCalls,
  ...officeTeamCalls,
  ...officeOrganiserCalls,
  ...officeHealthCalls,
  ...officeIntegrationCalls,
  ...officeLogCalls,
} satisfies Record<OfficeCallName, OfficeSpec>

type OfficeCalls = typeof OFFICE_CALLS
/** What a handler gets: parsed and coerced. */
export type OfficeBody<N extends OfficeCallName> = z.output<OfficeCalls[N]['body']>
/** What a caller sends. */
export type OfficeSent<N extends OfficeCallName> = z.input<OfficeCalls[N]['body']>
export type OfficeReply<N extends OfficeCallName> = z.output<OfficeCalls[N]['reply']>
export type OfficeFail<N extends OfficeCallName> = OfficeCalls[N]['fails'][number]
