"""Judge an archive on a Spark cluster: ``spark-submit audit_archive.py OUT PATH...``.

The rows go to OUT as Parquet, and how many there are of each kind and code to standard output.
"""

import sys

from pyspark.sql import SparkSession

from domscore.batch.spark import audit

out, *paths = sys.argv[1:]
spark = SparkSession.builder.appName("domscore").getOrCreate()
audit(spark, paths).write.mode("overwrite").parquet(out)
for row in spark.read.parquet(out).groupBy("kind", "code").count().orderBy("kind", "code").collect():
    print(row["kind"], row["code"] or "", row["count"])
spark.stop()
