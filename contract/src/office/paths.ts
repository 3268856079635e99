/** Every call of the office by name, apart from the shop's (paths.ts); calls/office/<area>.ts has their schemas. */
export const OFFICE_PATHS = {
  // signing in
  office_entrance: ['GET', '/ajax/office/entrance/'],
  office_send_code: ['POST', '/ajax/office/send_code/'],
  office_check_code: ['POST', '/ajax/office/check_code/'],
  office_sign_out: ['POST', '/ajax/office/sign_out/'],
  join_first: ['POST', '/ajax/office/join_first/'],
  accept_invitation: ['POST', '/ajax/office/accept_invitation/'],
  get_passkey_options: ['POST', '/ajax/office/get_passkey_options/'],
  sign_in_with_passkey: ['POST', '/ajax/office/sign_in_with_passkey/'],
  // one's own account
  office_account: ['GET', '/ajax/office/account/'],
  office_send_proof: ['POST', '/ajax/office/send_proof/'],
  office_prove: ['POST', '/ajax/office/prove/'],
  prove_with_passkey: ['POST', '/ajax/office/prove_with_passkey/'],
  set_office_dark_mode: ['POST', '/ajax/office/set_dark_mode/'],
  end_office_session: ['POST', '/ajax/office/end_session/'],
  end_other_office_sessions: ['POST', '/ajax/office/end_other_sessions/'],
  begin_passkey: ['POST', '/ajax/office/begin_passkey/'],
  save_passkey: ['POST', '/ajax/office/save_passkey/'],
  end_passkey: ['POST', '/ajax/office/end_passkey/'],
  // home
  office_home: ['GET', '/ajax/office/home/'],
  // events
  office_events: ['GET', '/ajax/office/events/'],
  office_new_event: ['GET', '/ajax/office/new_event/'],
  create_event: ['POST', '/ajax/office/create_event/'],
  office_event: ['GET', '/ajax/office/event/'],
  office_event_form: ['GET', '/ajax/office/event_form/'],
  save_event: ['POST', '/ajax/office/save_event/'],
  set_event_status: ['POST', '/ajax/office/set_event_status/'],
  archive_event: ['POST', '/ajax/office/archive_event/'],
  duplicate_event: ['POST', '/ajax/office/duplicate_event/'],
  add_dates: ['POST', '/ajax/office/add_dates/'],
  office_dates: ['GET', '/ajax/office/dates/'],
  change_dates: ['POST', '/ajax/office/change_dates/'],
  office_cancel: ['GET', '/ajax/office/cancel/'],
  cancel_event: ['POST', '/ajax/office/cancel_event/'],
  pause_cancellation: ['POST', '/ajax/office/pause_cancellation/'],
  cancel_date: ['POST', '/ajax/office/cancel_date/'],
  office_codes: ['GET', '/ajax/office/codes/'],
  office_code: ['GET', '/ajax/office/code/'],
  make_codes: ['POST', '/ajax/office/make_codes/'],
  stop_code: ['POST', '/ajax/office/stop_code/'],
  export_codes: ['POST', '/ajax/office/export_codes/'],
  export_catalogue: ['POST', '/ajax/office/export_catalogue/'],
  // settings of the organiser
  office_settings: ['GET', '/ajax/office/settings/'],
  save_settings: ['POST', '/ajax/office/save_settings/'],
  office_payments: ['GET', '/ajax/office/payments/'],
  test_payment_account: ['POST', '/ajax/office/test_payment_account/'],
  // team
  office_team: ['GET', '/ajax/office/team/'],
  invite_staff: ['POST', '/ajax/office/invite_staff/'],
  end_invitation: ['POST', '/ajax/office/end_invitation/'],
  change_staff: ['POST', '/ajax/office/change_staff/'],
  end_staff: ['POST', '/ajax/office/end_staff/'],
  // log
  office_log: ['GET', '/ajax/office/log/'],
  export_log: ['POST', '/ajax/office/export_log/'],
} as const satisfies Record<string, readonly ['GET' | 'POST', string]>

export type OfficeCallName = keyof typeof OFFICE_PATHS
