/** The shapes as types. The browser imports this file (`import type`); the schemas stay on the server. */
import type { z } from 'zod'
import type * as account from './shapes/account.ts'
import type * as catalogue from './shapes/catalogue.ts'
import type * as checkout from './shapes/checkout.ts'
import type * as common from './shapes/common.ts'
import type * as wallet from './shapes/wallet.ts'

type Of<S extends z.ZodType> = z.output<S>
export type Address = Of<typeof account.Address>
export type AfterSaleMessage = Of<typeof checkout.AfterSaleMessage>
export type BasketOrganiser = Of<typeof checkout.BasketOrganiser>
export type Charity = Of<typeof checkout.Charity>
export type Checkout = Of<typeof checkout.Checkout>
export type CheckoutEvent = Of<typeof checkout.CheckoutEvent>
export type EventCardData = Of<typeof catalogue.EventCardData>
export type EventListData = Of<typeof catalogue.EventListData>
export type EventPageData = Of<typeof catalogue.EventPageData>
export type GiftVoucherDesign = Of<typeof catalogue.GiftVoucherDesign>
export type GiftVoucherLine = Of<typeof checkout.GiftVoucherLine>
export type Organiser = Of<typeof checkout.Organiser>
export type PaymentPlan = Of<typeof account.PaymentPlan>
export type PlanOption = Of<typeof checkout.PlanOption>
export type PossibleAddress = Of<typeof account.PossibleAddress>
export type Question = Of<typeof checkout.Question>
export type RefundPolicy = Of<typeof common.RefundPolicy>
export type QrDrawing = Of<typeof common.QrDrawing>
export type SavedAddress = Of<typeof account.SavedAddress>
export type SavedPaymentMethod = Of<typeof account.SavedPaymentMethod>
export type SeatData = Of<typeof catalogue.SeatData>
export type TicketLine = Of<typeof checkout.TicketLine>
export type TicketTypeData = Of<typeof catalogue.TicketTypeData>
export type UpcomingEvent = Of<typeof catalogue.UpcomingEvent>
export type User = Of<typeof account.User>
export type WalletData = Of<typeof wallet.WalletData>
export type WalletTicket = Of<typeof wallet.WalletTicket>
