/**
 * Every call of the shop by name. Plain data without schemas, so that the browser can load it; calls/<area>.ts has the request
 * and reply of each call under the same name.
 */
export const PATHS = {
  // user
  get_user: ['GET', '/ajax/user/user/get_user/'],
  send_one_time_code: ['POST', '/ajax/user/user/send_one_time_code/'],
  check_one_time_code: ['POST', '/ajax/user/user/check_one_time_code/'],
  get_user_addresses: ['POST', '/ajax/user/user/get_user_addresses/'],
  lookup_address: ['POST', '/ajax/user/user/lookup_address/'],
  delete_address: ['POST', '/ajax/user/user/delete_address/'],
  sign_out: ['POST', '/ajax/user/user/sign_out/'],
  set_dark_mode: ['POST', '/ajax/user/user/set_dark_mode/'],
  join_mailing_list: ['POST', '/ajax/user/user/join_mailing_list/'],
  // basket
  get: ['GET', '/ajax/checkout/checkout/get/'],
  add_to_basket: ['POST', '/ajax/checkout/checkout/add_to_basket/'],
  add_gift_voucher_to_basket: ['POST', '/ajax/checkout/checkout/add_gift_voucher_to_basket/'],
  update_ticket_quantity: ['POST', '/ajax/checkout/checkout/update_ticket_quantity/'],
  update_ticket_amount: ['POST', '/ajax/checkout/checkout/update_ticket_amount/'],
  update_gift_voucher_quantity: ['POST', '/ajax/checkout/checkout/update_gift_voucher_quantity/'],
  update_refund_protection: ['POST', '/ajax/checkout/checkout/update_refund_protection/'],
  set_code: ['POST', '/ajax/checkout/checkout/set_code/'],
  remove_code: ['POST', '/ajax/checkout/checkout/remove_code/'],
  remove_from_basket: ['POST', '/ajax/checkout/checkout/remove_from_basket/'],
  remove_gift_voucher_from_basket: ['POST', '/ajax/checkout/checkout/remove_gift_voucher_from_basket/'],
  // reservation
  reserve_tickets: ['POST', '/ajax/checkout/checkout/reserve_tickets/'],
  get_captcha_challenge: ['GET', '/ajax/checkout/checkout/get_captcha_challenge/'],
  update_basket_state: ['POST', '/ajax/checkout/checkout/update_basket_state/'],
  destroy_sale: ['POST', '/ajax/checkout/checkout/destroy_sale/'],
  extend_hold: ['POST', '/ajax/checkout/checkout/extend_hold/'],
  // account
  save_guest_to_sale: ['POST', '/ajax/checkout/checkout/save_guest_to_sale/'],
  logout_of_sale: ['POST', '/ajax/checkout/checkout/logout_of_sale/'],
  set_account_details: ['POST', '/ajax/checkout/checkout/set_account_details/'],
  set_marketing_preferences: ['POST', '/ajax/checkout/checkout/set_marketing_preferences/'],
  // donation
  save_donation: ['POST', '/ajax/checkout/checkout/save_donation/'],
  update_donation: ['POST', '/ajax/checkout/checkout/update_donation/'],
  // delivery
  get_address_all_countries_states: ['POST', '/ajax/checkout/checkout/get_address_all_countries_states/'],
  set_delivery_address: ['POST', '/ajax/checkout/checkout/set_delivery_address/'],
  // questions
  save_question_answers: ['POST', '/ajax/checkout/checkout/save_question_answers/'],
  // payment
  set_billing_address: ['POST', '/ajax/checkout/checkout/set_billing_address/'],
  get_payment_error: ['POST', '/ajax/checkout/checkout/get_payment_error/'],
  get_token: ['POST', '/ajax/checkout/stripe/get_token/'],
  get_square_credentials: ['POST', '/ajax/checkout/checkout/get_square_credentials/'],
  pay_with_square: ['POST', '/ajax/checkout/checkout/pay-with-square/'],
  create_truelayer_payment: ['POST', '/ajax/checkout/checkout/create_truelayer_payment/'],
  pay_with_truelayer: ['POST', '/ajax/checkout/checkout/pay_with_truelayer/'],
  get_truelayer_status: ['POST', '/ajax/checkout/checkout/get_truelayer_status/'],
  get_opoa_users: ['POST', '/ajax/checkout/checkout/get_opoa_users/'],
  pay_with_instalment: ['POST', '/ajax/checkout/checkout/pay_with_instalment/'],
  claim_free_tickets: ['POST', '/ajax/checkout/checkout/claim_free_tickets/'],
  // account settings
  sign_out_elsewhere: ['POST', '/ajax/user/user/sign_out_elsewhere/'],
  erase_account: ['POST', '/ajax/user/user/erase_account/'],
  get_payment_settings: ['POST', '/ajax/user/user/get_payment_settings/'],
  start_saving_card: ['POST', '/ajax/user/user/start_saving_card/'],
  save_card: ['POST', '/ajax/user/user/save_card/'],
  remove_card: ['POST', '/ajax/user/user/remove_card/'],
  set_plan_card: ['POST', '/ajax/user/user/set_plan_card/'],
  pay_instalment: ['POST', '/ajax/user/user/pay_instalment/'],
  // after the sale
  deliver_to_bitticket: ['POST', '/ajax/checkout/checkout/deliver_to_bitticket/'],
  deliver_to_wallet: ['POST', '/ajax/checkout/checkout/deliver_to_wallet/'],
  set_transfers: ['POST', '/ajax/checkout/checkout/set_transfers/'],
  take_back_transfer: ['POST', '/ajax/checkout/checkout/take_back_transfer/'],
  claim_transfer: ['POST', '/ajax/checkout/checkout/claim_transfer/'],
  resend_wallet: ['POST', '/ajax/checkout/checkout/resend_wallet/'],
  get_simple_info: ['GET', '/ajax/checkout/checkout/get_simple_info/'],
  get_reward_referrer_link: ['GET', '/ajax/checkout/checkout/get_reward_referrer_link/'],
  send_customer_feedback: ['POST', '/ajax/checkout/checkout/send_customer_feedback/'],
  subscribe_to_events: ['POST', '/ajax/checkout/checkout/subscribe_to_events/'],
  send_waiver_link: ['POST', '/ajax/checkout/checkout/send_waiver_link/'],
  sign_waiver: ['POST', '/ajax/checkout/checkout/sign_waiver/'],
  get_change_token: ['POST', '/ajax/checkout/checkout/get_change_token/'],
  get_change_square: ['POST', '/ajax/checkout/checkout/get_change_square/'],
  pay_change_with_square: ['POST', '/ajax/checkout/checkout/pay_change_with_square/'],
  return_tickets: ['POST', '/ajax/checkout/checkout/return_tickets/'],
  change_own_ticket: ['POST', '/ajax/checkout/checkout/change_own_ticket/'],
  rename_ticket: ['POST', '/ajax/checkout/checkout/rename_ticket/'],
  name_plan_ticket: ['POST', '/ajax/checkout/checkout/name_plan_ticket/'],
  refund_moved: ['POST', '/ajax/checkout/checkout/refund_moved/'],
  // at the door
  check_ticket: ['POST', '/ajax/door/door/check_ticket/'],
  open_door: ['POST', '/ajax/door/door/open_door/'],
  close_door: ['POST', '/ajax/door/door/close_door/'],
  door_list: ['POST', '/ajax/door/door/door_list/'],
  door_entries: ['POST', '/ajax/door/door/door_entries/'],
  // catalogue
  catalogue_events: ['GET', '/ajax/catalogue/events/'],
  catalogue_event: ['GET', '/ajax/catalogue/events/:slug/'],
  // waiting room
  join_queue: ['POST', '/ajax/queue/join_queue/'],
  my_place: ['POST', '/ajax/queue/my_place/'],
  enter_queue: ['POST', '/ajax/queue/enter_queue/'],
} as const satisfies Record<string, readonly ['GET' | 'POST', string]>

export type CallName = keyof typeof PATHS
