import type { ForwardMigration } from '../schema/forward-migration.ts'
import * as shop from './0001_shop.ts'
import * as paymentPlans from './0002_payment_plans.ts'
import * as referrals from './0003_referrals.ts'
import * as textMessages from './0004_text_messages.ts'
import * as heldPrices from './0005_held_prices.ts'
import * as reserveTries from './0006_reserve_tries.ts'
import * as salesChangeInPlace from './0007_sales_change_in_place.ts'
import * as closedStock from './0008_closed_stock.ts'
import * as whoPays from './0009_who_pays.ts'
import * as installation from './0010_installation.ts'
import * as frozenTerms from './0011_frozen_terms.ts'
import * as pools from './0012_pools.ts'
import * as outboxIndexes from './0013_outbox_indexes.ts'
import * as staff from './0014_staff.ts'
import * as poolSeats from './0015_pool_seats.ts'
import * as orders from './0016_orders.ts'
import * as questionTypes from './0017_question_types.ts'
import * as charityCurrency from './0018_charity_currency.ts'
import * as cancelledDates from './0019_cancelled_dates.ts'
import * as saleWindows from './0020_sale_windows.ts'
import * as eventVersions from './0021_event_versions.ts'
import * as paymentAccounts from './0022_payment_accounts.ts'
import * as smallTotals from './0023_small_totals.ts'
import * as tax from './0024_tax.ts'
import * as waiversTogether from './0025_waivers_together.ts'
import * as payWhatYouCan from './0026_pay_what_you_can.ts'
import * as accessCodes from './0027_access_codes.ts'
import * as ledgerAccounts from './0028_ledger_accounts.ts'
import * as receipts from './0029_receipts.ts'
import * as extras from './0030_extras.ts'
import * as pictures from './0031_pictures.ts'
import * as basketPrices from './0032_basket_prices.ts'
import * as priceTiers from './0033_price_tiers.ts'
import * as pausedCancellations from './0034_paused_cancellations.ts'
import * as eventSearch from './0035_event_search.ts'
import * as cardAttempts from './0036_card_attempts.ts'
import * as officeOrders from './0037_office_orders.ts'
import * as reminders from './0038_reminders.ts'
import * as historyBySale from './0039_history_by_sale.ts'
import * as giftAidClaims from './0040_gift_aid_claims.ts'
import * as door from './0041_door.ts'
import * as bundleSeats from './0042_bundle_seats.ts'
import * as staffColumns from './0043_staff_columns.ts'
import * as movedDates from './0044_moved_dates.ts'
import * as apiKeys from './0045_api_keys.ts'
import * as ticketChanges from './0046_ticket_changes.ts'
import * as oneSalePayment from './0047_one_sale_payment.ts'
import * as counter from './0048_counter.ts'
import * as waitingList from './0049_waiting_list.ts'
import * as webhooks from './0050_webhooks.ts'
import * as cardReaders from './0051_card_readers.ts'
import * as buyersHelpThemselves from './0052_buyers_help_themselves.ts'
import * as mailings from './0053_mailings.ts'
import * as eventEmails from './0054_event_emails.ts'
import * as ticketPasses from './0055_ticket_passes.ts'
import * as saleLanguage from './0056_sale_language.ts'
import * as payouts from './0058_payouts.ts'
import * as passesFollowMore from './0059_passes_follow_more.ts'
import * as functionsOnOtherNodes from './0061_functions_on_other_nodes.ts'
import * as waitingLanguage from './0062_waiting_language.ts'
import * as lastOrganiser from './0063_last_organiser.ts'
import * as planNames from './0064_plan_names.ts'
import * as paymentCards from './0065_payment_cards.ts'
import * as quotasOnOtherNodes from './0066_quotas_on_other_nodes.ts'
import * as replacedCodes from './0067_replaced_codes.ts'
import * as signedAgain from './0068_signed_again.ts'
import * as logWithoutBuyers from './0069_log_without_buyers.ts'
import * as codesOfOrganisers from './0070_codes_of_organisers.ts'
import * as codesByNetwork from './0074_codes_by_network.ts'
import * as placesByNetwork from './0078_places_by_network.ts'
import * as scheduledTasks from './0082_scheduled_tasks.ts'
import * as ticketPrices from './0086_ticket_prices.ts'
import * as listedPerformances from './0090_listed_performances.ts'
import * as disputeDueAt from './0095_dispute_due_at.ts'
import * as counterPrices from './0100_counter_prices.ts'
import * as writeProbes from './0103_write_probes.ts'
import * as staffNotifications from './0104_staff_notifications.ts'
import * as entriesForReview from './0107_entries_for_review.ts'
import * as lateEntries from './0110_late_entries.ts'
import * as postponedDates from './0111_postponed_dates.ts'
import * as linesToRefund from './0112_lines_to_refund.ts'
import * as admittedTickets from './0113_admitted_tickets.ts'
import * as blockedCancellations from './0114_blocked_cancellations.ts'
import * as doneJobs from './0115_done_jobs.ts'
import * as ordersOfGuests from './0116_orders_of_guests.ts'
import * as legalDetails from './0120_legal_details.ts'
import * as shopDetails from './0121_shop_details.ts'
import * as floatCountedLater from './0123_float_counted_later.ts'
import * as singleSeats from './0124_single_seats.ts'
import * as cancelledDeclarations from './0125_cancelled_declarations.ts'
import * as waitingRooms from './0130_waiting_rooms.ts'
import * as policyReports from './0131_policy_reports.ts'
import * as seatAllocations from './0134_seat_allocations.ts'
import * as moneySums from './0139_money_sums.ts'
import * as publishingForMoney from './0140_publishing_for_money.ts'
import * as complaints from './0141_complaints.ts'
import * as listViews from './0142_list_views.ts'
import * as dataRequests from './0143_data_requests.ts'
import * as coolOff from './0144_cool_off.ts'
import * as accountSetups from './0145_account_setups.ts'
import * as consentBasis from './0146_consent_basis.ts'
import * as closedOrganisers from './0148_closed_organisers.ts'
import * as health from './0149_health.ts'
import * as seatKinds from './0150_seat_kinds.ts'
import * as ownTexts from './0151_own_texts.ts'
import * as agreedAt from './0152_agreed_at.ts'

/**
 * Every migration by name, in order. Forward only: a migration that has run anywhere is never edited; the next one fixes a
 * mistake.
 */
export const MIGRATIONS: Record<string, ForwardMigration> = {
  '0001_shop': shop,
  '0002_payment_plans': paymentPlans,
  '0003_referrals': referrals,
  '0004_text_messages': textMessages,
  '0005_held_prices': heldPrices,
  '0006_reserve_tries': reserveTries,
  '0007_sales_change_in_place': salesChangeInPlace,
  '0008_closed_stock': closedStock,
  '0009_who_pays': whoPays,
  '0010_installation': installation,
  '0011_frozen_terms': frozenTerms,
  '0012_pools': pools,
  '0013_outbox_indexes': outboxIndexes,
  '0014_staff': staff,
  '0015_pool_seats': poolSeats,
  '0016_orders': orders,
  '0017_question_types': questionTypes,
  '0018_charity_currency': charityCurrency,
  '0019_cancelled_dates': cancelledDates,
  '0020_sale_windows': saleWindows,
  '0021_event_versions': eventVersions,
  '0022_payment_accounts': paymentAccounts,
  '0023_small_totals': smallTotals,
  '0024_tax': tax,
  '0025_waivers_together': waiversTogether,
  '0026_pay_what_you_can': payWhatYouCan,
  '0027_access_codes': accessCodes,
  '0028_ledger_accounts': ledgerAccounts,
  '0029_receipts': receipts,
  '0030_extras': extras,
  '0031_pictures': pictures,
  '0032_basket_prices': basketPrices,
  '0033_price_tiers': priceTiers,
  '0034_paused_cancellations': pausedCancellations,
  '0035_event_search': eventSearch,
  '0036_card_attempts': cardAttempts,
  '0037_office_orders': officeOrders,
  '0038_reminders': reminders,
  '0039_history_by_sale': historyBySale,
  '0040_gift_aid_claims': giftAidClaims,
  '0041_door': door,
  '0042_bundle_seats': bundleSeats,
  '0043_staff_columns': staffColumns,
  '0044_moved_dates': movedDates,
  '0045_api_keys': apiKeys,
  '0046_ticket_changes': ticketChanges,
  '0047_one_sale_payment': oneSalePayment,
  '0048_counter': counter,
  '0049_waiting_list': waitingList,
  '0050_webhooks': webhooks,
  '0051_card_readers': cardReaders,
  '0052_buyers_help_themselves': buyersHelpThemselves,
  '0053_mailings': mailings,
  '0054_event_emails': eventEmails,
  '0055_ticket_passes': ticketPasses,
  '0056_sale_language': saleLanguage,
  '0058_payouts': payouts,
  '0059_passes_follow_more': passesFollowMore,
  '0061_functions_on_other_nodes': functionsOnOtherNodes,
  '0062_waiting_language': waitingLanguage,
  '0063_last_organiser': lastOrganiser,
  '0064_plan_names': planNames,
  '0065_payment_cards': paymentCards,
  '0066_quotas_on_other_nodes': quotasOnOtherNodes,
  '0067_replaced_codes': replacedCodes,
  '0068_signed_again': signedAgain,
  '0069_log_without_buyers': logWithoutBuyers,
  '0070_codes_of_organisers': codesOfOrganisers,
  '0074_codes_by_network': codesByNetwork,
  '0078_places_by_network': placesByNetwork,
  '0082_scheduled_tasks': scheduledTasks,
  '0086_ticket_prices': ticketPrices,
  '0090_listed_performances': listedPerformances,
  '0095_dispute_due_at': disputeDueAt,
  '0100_counter_prices': counterPrices,
  '0103_write_probes': writeProbes,
  '0104_staff_notifications': staffNotifications,
  '0107_entries_for_review': entriesForReview,
  '0110_late_entries': lateEntries,
  '0111_postponed_dates': postponedDates,
  '0112_lines_to_refund': linesToRefund,
  '0113_admitted_tickets': admittedTickets,
  '0114_blocked_cancellations': blockedCancellations,
  '0115_done_jobs': doneJobs,
  '0116_orders_of_guests': ordersOfGuests,
  '0120_legal_details': legalDetails,
  '0121_shop_details': shopDetails,
  '0123_float_counted_later': floatCountedLater,
  '0124_single_seats': singleSeats,
  '0125_cancelled_declarations': cancelledDeclarations,
  '0130_waiting_rooms': waitingRooms,
  '0131_policy_reports': policyReports,
  '0134_seat_allocations': seatAllocations,
  '0139_money_sums': moneySums,
  '0140_publishing_for_money': publishingForMoney,
  '0141_complaints': complaints,
  '0142_list_views': listViews,
  '0143_data_requests': dataRequests,
  '0144_cool_off': coolOff,
  '0145_account_setups': accountSetups,
  '0146_consent_basis': consentBasis,
  '0148_closed_organisers': closedOrganisers,
  '0149_health': health,
  '0150_seat_kinds': seatKinds,
  '0151_own_texts': ownTexts,
  '0152_agreed_at': agreedAt,
}
