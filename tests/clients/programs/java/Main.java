import client.ApiClient;
import client.ApiException;
import client.JSON;
import client.api.AccountApi;
import client.api.AnalysesApi;
import client.api.ReportsApi;
import client.api.SiteApi;
import client.model.*;
import java.nio.file.Files;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class Main {
  static SubmitAnalysis request(int rounds) {
    return new SubmitAnalysis()
        .ticker("DEMO")
        .tradeDate(LocalDate.of(2019, 6, 3))
        .assetType(AssetType.STOCK)
        .analysts(List.of(Analyst.MARKET))
        .maxDebateRounds(rounds);
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("CONCLAVE_URL"));
    // Longer than the server holds a request.
    client.setReadTimeout(60_000);
    AnalysesApi analyses = new AnalysesApi(client);
    ReportsApi reports = new ReportsApi(client);

    Job job = analyses.submitAnalysis(request(1), null);
    while (job.getStatus() == JobStatus.QUEUED || job.getStatus() == JobStatus.RUNNING)
      job = analyses.getAnalysis(job.getId(), 30, null);
    Run run = (Run) reports.getReportJson(job.getId(), null).getActualInstance();
    byte[] pdf = Files.readAllBytes(reports.getReportPdf(job.getId(), null).toPath());
    String markdown = reports.getReportMarkdown(job.getId(), null);
    JobList lean = analyses.listAnalyses(null, null, null, 10, null);
    JobList full = analyses.listAnalyses(null, null, null, null, "reports");

    Job cancelled = analyses.cancelAnalysis(analyses.submitAnalysis(request(1), null).getId(), null);
    UnfinishedRun left = (UnfinishedRun) reports.getReportJson(cancelled.getId(), null).getActualInstance();
    WebhookDeliveryList deliveries = analyses.listWebhookDeliveries(job.getId(), null, null);
    UsageReport usage = new AccountApi(client).getUsage(OffsetDateTime.parse("2020-01-01T00:00:00Z"), null);
    Config config = new AccountApi(client).getConfig();
    HealthReport health = new SiteApi(client).getHealth();

    Map<String, Object> told = new LinkedHashMap<>();
    told.put("status", job.getStatus());
    told.put("rating", job.getResult().getRating());
    told.put("is_review", job.getResult().getIsReview());
    told.put("trade_date", job.getRequest().getTradeDate().toString());
    told.put("reports", job.getResult().getReports().containsKey("trader"));
    told.put("run_rounds", run.getRequest().getMaxDebateRounds());
    told.put("pdf", new String(pdf, 0, 5));
    told.put("pdf_bytes", pdf.length);
    told.put("markdown", markdown.contains("DEMO"));
    told.put("listed", lean.getData().size());
    told.put("listed_reports", present(lean));
    told.put("full_reports", present(full));
    told.put("cancelled", cancelled.getStatus());
    told.put("unfinished", left.getStatus());
    told.put("deliveries", deliveries.getData().size());
    told.put("jobs_succeeded", usage.getJobs().getSucceeded());
    told.put("llm_provider", config.getLlmProvider());
    told.put("health", health.getStatus());
    try {
      analyses.getAnalysis("ana_none", null, null);
      throw new IllegalStateException("there is one");
    } catch (ApiException error) {
      client.model.Error body = JSON.deserialize(error.getResponseBody(), client.model.Error.class);
      told.put("missing", List.of(error.getCode(), body.getDetail()));
    }
    try {
      analyses.submitAnalysis(request(11), null);
      throw new IllegalStateException("11 rounds were taken");
    } catch (ApiException error) {
      HTTPValidationError body = JSON.deserialize(error.getResponseBody(), HTTPValidationError.class);
      ValidationError fault = body.getDetail().get(0);
      Map<String, Object> invalid = new LinkedHashMap<>();
      invalid.put("status", error.getCode());
      invalid.put("type", fault.getType());
      invalid.put("loc", fault.getLoc().stream().map(ValidationErrorLocInner::getActualInstance).toList());
      invalid.put("input", fault.getInput());
      told.put("invalid", invalid);
    }
    System.out.println(JSON.serialize(told));
  }

  /** Java's generator gives what is missing an empty map. */
  static boolean present(JobList list) {
    Map<String, Object> reports = list.getData().get(0).getResult().getReports();
    return reports != null && !reports.isEmpty();
  }
}
