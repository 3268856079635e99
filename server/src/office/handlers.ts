import { answerComplaint, officeComplaints } from './complaints/complaints.ts'
import { cancelReader, officeReader, readerSale, retryReader } from './counter/reader.ts'
import { endReader, officeReaders, saveReader } from './counter/readers.ts'
import { officeCounterSale, sendCounterTickets } from './counter/sale.ts'
import { counterSale } from './counter/sell.ts'
import { closeShift, openShift } from './counter/shift.ts'
import { officeShift } from './counter/shift-view.ts'
import { officeCounter } from './counter/view.ts'
import { handBack, voidSale } from './counter/void.ts'
import { addDates, archiveEvent, duplicateEvent, setEventStatus } from './event/acts.ts'
import { exportCodes, makeCodes, officeCode, officeCodes, stopCode } from './event/codes.ts'
import {
  cancelOwnDate,
  cancelOwnEvent,
  officeCancel,
  pauseOwnCancellation,
  retryOwnCancellation,
} from './event/dates/cancel.ts'
import { changeDates, officeDates } from './event/dates/dates.ts'
import { moveDate, officeMove } from './event/dates/move.ts'
import { officeDoor, pairDoor, unpairDoor } from './event/door.ts'
import { exportDoorList, officeDoorList } from './event/door-list.ts'
import { createEvent, officeNewEvent } from './event/form/create.ts'
import { officeEventForm, saveEvent } from './event/form/save.ts'
import { officeHouseSeats, releaseHouseSeats, setReleaseTime } from './event/house-seats/house-seats.ts'
import { acceptLateEntries, rejectLateEntries } from './event/late-entries.ts'
import { exportOwnCatalogue, officeEvents } from './event/list.ts'
import { officeEvent } from './event/overview.ts'
import { officePreview } from './event/preview.ts'
import { officeQueue, openQueue, runQueue, setQueue } from './event/queue.ts'
import { officeReferrals } from './event/referrals.ts'
import { offerNextOfList, officeWaiting, removeWaiting } from './event/waiting-list/waiting-list.ts'
import { exportWaiting } from './event/waiting-list/waiting-list-file.ts'
import { cancelGiftAid } from './gift-aid/cancel.ts'
import { claimGiftAid } from './gift-aid/claim.ts'
import { giftAidEvidence, giftAidSchedule } from './gift-aid/files.ts'
import { askGiftAid, completeGiftAid } from './gift-aid/incomplete.ts'
import { officeGiftAid } from './gift-aid/view.ts'
import { giveTickets, officeGive } from './give/give.ts'
import type { OfficeHandlers } from './handle.ts'
import { officeHealth, retryJob } from './health/health.ts'
import { officeHelp } from './help/help.ts'
import { officeHome } from './home/home.ts'
import { endKey, makeKey, officeKeys } from './integrations/keys.ts'
import { officeWebhook, officeWebhooks } from './integrations/webhook-view.ts'
import {
  changeWebhook,
  endWebhook,
  makeWebhook,
  renewWebhookSecret,
  retryWebhook,
  switchWebhook,
  testWebhook,
} from './integrations/webhooks.ts'
import { chooseColumns, exportOrders, exportPeople, resendOrders } from './lists/acts.ts'
import { officeOrders, officePeople } from './lists/view.ts'
import { changeView, endView, saveView } from './lists/views.ts'
import { exportLog, officeLog } from './log/read.ts'
import { resumeMailing, saveMailing, sendMailing, stopMailing, testMailing } from './mailings/acts.ts'
import { mailingPreview, officeMailing, officeMailings } from './mailings/view.ts'
import { exportMoney, officeMoney } from './money/money.ts'
import { exportPayout, officePayouts } from './money/payouts.ts'
import { moneyStatement } from './money/statement.ts'
import { addNote, correctContact, endNote, namePlanTicket, renameHolder, resendOrder } from './order/acts.ts'
import { changeTicket, endTicketChange, officeChange } from './order/change.ts'
import { disputeEvidence } from './order/evidence.ts'
import { officeFeedback } from './order/feedback.ts'
import { officeFind } from './order/find.ts'
import { moveParty, officeParty } from './order/party.ts'
import { officeReceipt } from './order/receipt.ts'
import { refundOrderOfOffice } from './order/refund.ts'
import { officeOrder } from './order/view.ts'
import {
  beginPaymentAccount,
  connectPaymentAccount,
  disconnectPaymentAccount,
  makePaymentKey,
  officePaymentAccount,
} from './organiser/account.ts'
import { makeOrganiser } from './organiser/make.ts'
import { officePayments, testPaymentAccount } from './organiser/payments.ts'
import { officeSettings, saveSettings } from './organiser/settings.ts'
import {
  addOrganiserOfOffice,
  closeOrganiser,
  officeOrganiser,
  officeOrganisers,
  reopenOrganiser,
} from './organisers/organisers.ts'
import {
  beginPasskey,
  endPasskey,
  getPasskeyOptions,
  proveWithPasskey,
  savePasskey,
  signInWithPasskey,
} from './passkey/passkeys.ts'
import { officeBrand, saveBrand } from './picture/brand.ts'
import { officeEventPicture, saveEventPicture } from './picture/event.ts'
import { officeShop, saveShop } from './picture/shop.ts'
import { sendTestMail } from './picture/test-mail.ts'
import { endRequest, erasePersonOfHouse, exportPerson, officeRequests, passRequest } from './requests/requests.ts'
import {
  endOfficeSession,
  endOtherOfficeSessions,
  officeAccount,
  setNotifications,
  setOfficeDarkMode,
} from './session/account.ts'
import { joinFirst } from './session/first.ts'
import {
  officeCheckCode,
  officeEntrance,
  officeProve,
  officeSendCode,
  officeSendProof,
  officeSignOut,
} from './session/sign-in.ts'
import { changeStaff, endStaff } from './team/change.ts'
import { acceptInvitation, endInvitation, inviteStaff } from './team/invite.ts'
import { setRefundLimit } from './team/refund-limit.ts'
import { officeTeam } from './team/view.ts'
import { officeShopTexts, officeTexts, saveShopText, saveText } from './texts/texts.ts'

/** Every call of the office; a missing one does not compile. */
export const HANDLERS: OfficeHandlers = {
  office_entrance: officeEntrance,
  office_send_code: officeSendCode,
  office_check_code: officeCheckCode,
  office_sign_out: officeSignOut,
  join_first: joinFirst,
  accept_invitation: acceptInvitation,
  get_passkey_options: getPasskeyOptions,
  sign_in_with_passkey: signInWithPasskey,
  office_account: officeAccount,
  office_help: officeHelp,
  office_send_proof: officeSendProof,
  office_prove: officeProve,
  prove_with_passkey: proveWithPasskey,
  set_office_dark_mode: setOfficeDarkMode,
  set_notifications: setNotifications,
  end_office_session: endOfficeSession,
  end_other_office_sessions: endOtherOfficeSessions,
  begin_passkey: beginPasskey,
  save_passkey: savePasskey,
  end_passkey: endPasskey,
  make_organiser: makeOrganiser,
  office_home: officeHome,
  office_events: officeEvents,
  office_new_event: officeNewEvent,
  create_event: createEvent,
  office_event: officeEvent,
  office_event_form: officeEventForm,
  save_event: saveEvent,
  set_event_status: setEventStatus,
  archive_event: archiveEvent,
  duplicate_event: duplicateEvent,
  add_dates: addDates,
  office_preview: officePreview,
  office_dates: officeDates,
  change_dates: changeDates,
  office_cancel: officeCancel,
  cancel_event: cancelOwnEvent,
  pause_cancellation: pauseOwnCancellation,
  cancel_date: cancelOwnDate,
  office_codes: officeCodes,
  office_code: officeCode,
  make_codes: makeCodes,
  stop_code: stopCode,
  export_codes: exportCodes,
  retry_cancellation: retryOwnCancellation,
  office_move: officeMove,
  move_date: moveDate,
  office_door: officeDoor,
  office_door_list: officeDoorList,
  export_door_list: exportDoorList,
  pair_door: pairDoor,
  unpair_door: unpairDoor,
  accept_entries: acceptLateEntries,
  reject_entries: rejectLateEntries,
  office_queue: officeQueue,
  open_queue: openQueue,
  run_queue: runQueue,
  set_queue: setQueue,
  office_waiting: officeWaiting,
  export_waiting: exportWaiting,
  offer_next: offerNextOfList,
  remove_waiting: removeWaiting,
  office_house_seats: officeHouseSeats,
  release_seats: releaseHouseSeats,
  set_release_time: setReleaseTime,
  export_catalogue: exportOwnCatalogue,
  office_find: officeFind,
  office_order: officeOrder,
  resend_order: resendOrder,
  mend_contact: correctContact,
  rename_holder: renameHolder,
  set_plan_holder: namePlanTicket,
  office_change: officeChange,
  change_ticket: changeTicket,
  office_party: officeParty,
  move_party: moveParty,
  refund_order: refundOrderOfOffice,
  add_note: addNote,
  end_ticket_change: endTicketChange,
  end_note: endNote,
  office_feedback: officeFeedback,
  office_complaints: officeComplaints,
  answer_complaint: answerComplaint,
  office_requests: officeRequests,
  export_person: exportPerson,
  erase_person: erasePersonOfHouse,
  pass_request: passRequest,
  end_request: endRequest,
  office_referrals: officeReferrals,
  office_receipt: officeReceipt,
  dispute_evidence: disputeEvidence,
  office_orders: officeOrders,
  office_people: officePeople,
  choose_columns: chooseColumns,
  save_view: saveView,
  change_view: changeView,
  end_view: endView,
  resend_orders: resendOrders,
  export_orders: exportOrders,
  export_people: exportPeople,
  office_money: officeMoney,
  export_money: exportMoney,
  office_payouts: officePayouts,
  export_payout: exportPayout,
  money_statement: moneyStatement,
  office_counter: officeCounter,
  open_shift: openShift,
  counter_sale: counterSale,
  office_counter_sale: officeCounterSale,
  send_counter_tickets: sendCounterTickets,
  void_sale: voidSale,
  hand_back: handBack,
  office_shift: officeShift,
  close_shift: closeShift,
  office_reader: officeReader,
  reader_sale: readerSale,
  retry_reader: retryReader,
  cancel_reader: cancelReader,
  office_readers: officeReaders,
  save_reader: saveReader,
  end_reader: endReader,
  office_give: officeGive,
  give_tickets: giveTickets,
  office_gift_aid: officeGiftAid,
  complete_gift_aid: completeGiftAid,
  cancel_gift_aid: cancelGiftAid,
  ask_gift_aid: askGiftAid,
  claim_gift_aid: claimGiftAid,
  gift_aid_schedule: giftAidSchedule,
  gift_aid_evidence: giftAidEvidence,
  office_mailings: officeMailings,
  office_mailing: officeMailing,
  mailing_preview: mailingPreview,
  save_mailing: saveMailing,
  test_mailing: testMailing,
  send_mailing: sendMailing,
  stop_mailing: stopMailing,
  resume_mailing: resumeMailing,
  office_settings: officeSettings,
  save_settings: saveSettings,
  office_payments: officePayments,
  test_payment_account: testPaymentAccount,
  office_payment_account: officePaymentAccount,
  make_payment_key: makePaymentKey,
  begin_payment_account: beginPaymentAccount,
  connect_payment_account: connectPaymentAccount,
  disconnect_payment_account: disconnectPaymentAccount,
  office_event_picture: officeEventPicture,
  save_event_picture: saveEventPicture,
  office_brand: officeBrand,
  save_brand: saveBrand,
  office_shop: officeShop,
  save_shop: saveShop,
  send_test_mail: sendTestMail,
  office_texts: officeTexts,
  save_text: saveText,
  office_shop_texts: officeShopTexts,
  save_shop_text: saveShopText,
  office_team: officeTeam,
  invite_staff: inviteStaff,
  end_invitation: endInvitation,
  change_staff: changeStaff,
  end_staff: endStaff,
  set_refund_limit: setRefundLimit,
  office_organisers: officeOrganisers,
  office_organiser: officeOrganiser,
  add_organiser: addOrganiserOfOffice,
  close_organiser: closeOrganiser,
  reopen_organiser: reopenOrganiser,
  office_health: officeHealth,
  retry_job: retryJob,
  office_keys: officeKeys,
  make_key: makeKey,
  end_key: endKey,
  office_webhooks: officeWebhooks,
  office_webhook: officeWebhook,
  make_webhook: makeWebhook,
  change_webhook: changeWebhook,
  renew_webhook_secret: renewWebhookSecret,
  switch_webhook: switchWebhook,
  end_webhook: endWebhook,
  test_webhook: testWebhook,
  retry_webhook: retryWebhook,
  office_log: officeLog,
  export_log: exportLog,
}
