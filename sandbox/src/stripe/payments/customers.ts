import { type Cause, emit } from '../events.ts'
import type { Customer } from '../objects.ts'
import { type Accepts, metadata, names, object, type Params, text } from '../params.ts'
import { find, type StripeStore, update } from '../store.ts'
import { attach, findMethod } from './methods.ts'

const ADDRESS = names('city country line1 line2 postal_code state')
const COMMON: Accepts = {
  ...names(
    'balance business_name cash_balance description email individual_name invoice_prefix metadata name next_invoice_sequence phone preferred_locales source tax tax_exempt validate',
  ),
  address: ADDRESS,
  shipping: { ...names('name phone'), address: ADDRESS },
  invoice_settings: names('custom_fields default_payment_method footer rendering_options'),
}

export const CUSTOMER_ACCEPTS = {
  create: { ...COMMON, ...names('payment_method tax_id_data test_clock') },
  update: { ...COMMON, ...names('default_source') },
} satisfies Record<string, Accepts>

const TEXTS = ['description', 'email', 'name', 'phone', 'business_name', 'individual_name']

const fieldsOf = (params: Params): Partial<Customer> => ({
  ...Object.fromEntries(TEXTS.filter((name) => name in params).map((name) => [name, text(params, name) || null])),
  ...('address' in params ? { address: object(params, 'address') ?? null } : {}),
  ...('shipping' in params ? { shipping: object(params, 'shipping') ?? null } : {}),
})

export function createCustomer(store: StripeStore, params: Params, cause: Cause): Customer {
  const id = store.id('cus')
  const created = store.customers.put(id, {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: store.seconds(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_prefix: store.kernel.randomId(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: metadata(params),
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...fieldsOf(params),
  })
  emit(store, 'customer.created', created, cause)
  const method = text(params, 'payment_method')
  if (method) attach(store, findMethod(store, method), id, cause)
  const settings = object(params, 'invoice_settings')
  return settings ? setDefault(store, created, settings) : created
}

export function updateCustomer(store: StripeStore, id: string, params: Params, cause: Cause): Customer {
  const before = find(store.customers, 'customer', id)
  const changed = update(store.customers, before, { ...fieldsOf(params), metadata: metadata(params, before.metadata) })
  const settings = object(params, 'invoice_settings')
  const after = settings ? setDefault(store, changed, settings) : changed
  emit(store, 'customer.updated', after, cause)
  return after
}

function setDefault(store: StripeStore, customer: Customer, settings: Params): Customer {
  const id = text(settings, 'default_payment_method')
  if (id) find(store.methods, 'PaymentMethod', id, 'invoice_settings[default_payment_method]', 400)
  return update(store.customers, customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: id || null },
  })
}

export function deleteCustomer(store: StripeStore, id: string, cause: Cause) {
  const customer = find(store.customers, 'customer', id)
  store.customers.delete(id)
  for (const method of store.methods.values())
    if (method.customer === id) update(store.methods, method, { customer: null })
  emit(store, 'customer.deleted', customer, cause)
  return { id, object: 'customer', deleted: true }
}
