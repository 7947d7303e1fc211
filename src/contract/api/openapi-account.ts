import type { z } from "zod";
import { LoggedRequest, LoggedRequestDetail } from "./requests.ts";
import {
  CreatedEndpoint,
  Endpoint,
  EndpointAttempt,
  EndpointDelivery,
  EndpointMessage,
  RotatedSecret,
  SaveEndpoint,
} from "../messages/webhooks.ts";

export const accountSchemas: Readonly<Record<string, z.ZodType>> = {
  LoggedRequest,
  LoggedRequestDetail,
  Endpoint,
  CreatedEndpoint,
  RotatedSecret,
  SaveEndpoint,
  EndpointDelivery,
  EndpointAttempt,
  EndpointMessage,
};
